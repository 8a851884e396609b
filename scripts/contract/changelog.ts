/** Prints the changelog of the contract since the last release. */
import { shippedDocument } from "../../src/contract/document.js";
import { changelogOf, firstChangelog } from "./changelog-section.js";
import { compare } from "./comparison.js";
import { EXCEPTIONS, readExceptions, releasedDocument } from "./released.js";

const base = releasedDocument();
const current = shippedDocument();
if (base === null) console.log(firstChangelog(current));
else {
  const comparison = await compare(base, current, new Date());
  const { bump, text } = changelogOf(base, current, comparison, readExceptions(EXCEPTIONS));
  console.log(bump === null ? `Nothing has changed since ${base.info.version}.` : text);
}
