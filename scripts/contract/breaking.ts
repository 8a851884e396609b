/** Fails when a contract has breaking changes since its last release. */
import { unaccepted, reportOf } from "./breaking-report.js";
import { compare } from "./comparison.js";
import { CONTRACTS, readExceptions, releasedDocument, type Contract } from "./released.js";

const reports = await Promise.all(CONTRACTS.map(report));
for (const text of reports.filter((found) => found !== null)) {
  console.error(text);
  process.exitCode = 1;
}

async function report(contract: Contract): Promise<string | null> {
  const base = releasedDocument(contract);
  if (base === null) {
    const command = ["npm run contract:release -- <version>", contract.argument].filter(Boolean).join(" ");
    return `${contract.sources} has no released contract to compare with. Run ${command}.`;
  }
  const { breaking } = await compare(base, contract.current(), new Date());
  const found = unaccepted(breaking, readExceptions(contract.exceptions));
  const text = reportOf(found, base.info.version, contract);
  if (text === null) console.log(`No breaking changes of ${contract.sources} since ${base.info.version}.`);
  return text;
}
