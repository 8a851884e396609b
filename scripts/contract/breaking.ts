/** Fails when a contract has breaking changes since its last release. */
import { breakingChangesOf } from "./breaking-report.js";
import { CONTRACTS } from "./released.js";

const reports = await Promise.all(
  CONTRACTS.map(async (contract) => ({ contract, text: await breakingChangesOf(contract) })),
);
for (const { contract, text } of reports)
  if (text === null) console.log(`No breaking changes of ${contract.sources} since its last release.`);
  else {
    console.error(text);
    process.exitCode = 1;
  }
