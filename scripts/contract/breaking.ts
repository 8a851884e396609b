/** Fails when the contract has breaking changes since the last release. */
import { shippedDocument } from "../../src/contract/document.js";
import { unaccepted, reportOf } from "./breaking-report.js";
import { compare } from "./comparison.js";
import { EXCEPTIONS, readExceptions, releasedDocument } from "./released.js";

const base = releasedDocument();
if (base === null) {
  console.error(
    "openapi/released has no contract to compare with. Run npm run contract:release -- <version>.",
  );
  process.exitCode = 1;
} else {
  const { breaking } = await compare(base, shippedDocument(), new Date());
  const report = reportOf(unaccepted(breaking, readExceptions(EXCEPTIONS)), base.info.version);
  if (report !== null) {
    console.error(report);
    process.exitCode = 1;
  } else console.log(`No breaking changes since ${base.info.version}.`);
}
