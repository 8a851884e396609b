import { expect } from "chai";
import { unaccepted, reportOf } from "../../scripts/contract/breaking-report.js";
import { changelogOf } from "../../scripts/contract/changelog-section.js";
import type { Comparison } from "../../scripts/contract/comparison.js";
import { OAUTH } from "../../scripts/contract/released.js";
import { decideAll, documentedChanges } from "../support/contract/comparisons.js";
import { documentsOf, type Case } from "./cases.js";
import { OAUTH_BREAKING, OAUTH_COMPATIBLE } from "./oauth-cases.js";

const shipped = OAUTH.current();

describe("A breaking change of the OAuth2 endpoints", function () {
  this.timeout(120_000);
  let results: Map<Case, Comparison>;
  before(async () => {
    results = await decideAll(shipped, OAUTH_BREAKING);
  });

  for (const change of OAUTH_BREAKING)
    it(`is detected: ${change.title}`, () => {
      const { breaking } = results.get(change)!;
      expect(breaking.map(({ message }) => message).join("\n")).to.include(change.says);
      expect(reportOf(unaccepted(breaking, []), "1.0.0", OAUTH)).not.to.include("Clients may fail.");
    });

  it("is explained by what these endpoints answer", () => {
    const reports = [...results.values()].map(({ breaking }) =>
      reportOf(unaccepted(breaking, []), "1.0.0", OAUTH),
    );
    expect(reports.join("\n")).to.include("answered with 400").and.not.to.include("422");
  });

  it("is in the table of the policy, which has no other entries", () => {
    expect(documentedChanges("What breaks an OAuth2 client")).to.deep.equal(
      OAUTH_BREAKING.map(({ title }) => title),
    );
  });
});

describe("A compatible change of the OAuth2 endpoints", function () {
  this.timeout(120_000);
  let results: Map<Case, Comparison>;
  before(async () => {
    results = await decideAll(shipped, OAUTH_COMPATIBLE);
  });

  for (const change of OAUTH_COMPATIBLE)
    it(`passes and is in the changelog: ${change.title}`, () => {
      const comparison = results.get(change)!;
      expect(comparison.breaking).to.deep.equal([]);
      const { base, current } = documentsOf(shipped, change);
      expect(changelogOf(base, current, comparison).text).to.include(change.says);
    });

  it("is in the table of the policy, which has no other entries", () => {
    expect(documentedChanges("What an OAuth2 client must be ready for")).to.deep.equal(
      OAUTH_COMPATIBLE.map(({ title }) => title),
    );
  });
});
