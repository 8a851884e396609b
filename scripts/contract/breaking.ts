/** Fails when the contract breaks the clients of the last released one. */
import { shippedDocument } from "../../src/contract/document.js";
import { judge, reportOf } from "./breaking-report.js";
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
  const report = reportOf(judge(breaking, readExceptions(EXCEPTIONS)), base.info.version);
  if (report !== null) {
    console.error(report);
    process.exitCode = 1;
  } else console.log(`Nothing breaks the clients of ${base.info.version}.`);
}
