import { readFileSync } from "node:fs";
import { expect } from "chai";
import { declaredPairs, documentedFailures } from "./support/contract/contract-check.js";
import { declaredOAuthAnswers } from "./support/contract/oauth-check.js";
import { readSeen, seenFailures, seenOAuthAnswers, seenPairs } from "./support/contract/seen.js";

const allowedGaps = JSON.parse(
  readFileSync(new URL("support/coverage-exceptions.json", import.meta.url), "utf8"),
) as string[];

/** `npm test` runs it after the tests, because only all of them together see the whole contract. */
describe("Contract coverage", () => {
  const declared = declaredPairs();
  before(readSeen);

  it("includes every declared status of every operation, except for the listed gaps", () => {
    const unseen = declared.filter((pair) => !seenPairs.has(pair));
    console.log(
      `      ${declared.length - unseen.length} of ${declared.length} pairs of operation and status seen`,
    );
    expect(unseen.filter((pair) => !allowedGaps.includes(pair))).to.deep.equal([]);
  });

  it("includes every failure that the contract has an example of", () => {
    expect(documentedFailures().filter((failure) => !seenFailures.has(failure))).to.deep.equal([]);
  });

  it("includes every answer that the contract of OAuth2 declares", () => {
    expect(declaredOAuthAnswers().filter((answer) => !seenOAuthAnswers.has(answer))).to.deep.equal([]);
  });

  it("lists no gap that is closed or gone", () => {
    expect(allowedGaps.filter((pair) => seenPairs.has(pair) || !declared.includes(pair))).to.deep.equal([]);
  });
});
