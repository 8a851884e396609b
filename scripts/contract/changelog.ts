/** Prints the changelog of each contract since its last release. */
import { changelogOf, firstChangelog } from "./changelog-section.js";
import { compare } from "./comparison.js";
import { CONTRACTS, readExceptions, releasedDocument, type Contract } from "./released.js";

for (const contract of CONTRACTS) console.log(`## ${contract.sources}\n\n${await changesOf(contract)}`);

async function changesOf(contract: Contract): Promise<string> {
  const base = releasedDocument(contract);
  const current = contract.current();
  if (base === null) return firstChangelog(current);
  const comparison = await compare(base, current, new Date());
  const { bump, text } = changelogOf(base, current, comparison, readExceptions(contract.exceptions));
  return bump === null ? `Nothing has changed since ${base.info.version}.\n` : text;
}
