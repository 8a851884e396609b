import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { expect } from "chai";
import { reportOf, unaccepted } from "../../../scripts/contract/breaking-report.js";
import { changelogOf } from "../../../scripts/contract/changelog-section.js";
import { compare, type Comparison } from "../../../scripts/contract/comparison.js";
import { operationsOfPath } from "../../../scripts/contract/pointers.js";
import type { Contract } from "../../../scripts/contract/released.js";
import type { OpenApiDocument } from "../../../src/contract/document.js";
import { withOperations } from "../../../src/contract/published.js";
import { documentsOf, TODAY, type Case } from "../../contract/cases.js";

/** Cases of a contract, and the heading of docs/api-versioning.md above the table that lists them. */
interface Policy {
  contract: Contract;
  /** The paths that the cases change, by default all. Comparing the others would take most of the time. */
  paths?: string[];
  heading: string;
  cases: Case[];
}

/** The title → the report of every breaking case. */
type Reports = ReadonlyMap<string, string>;

/** Checks that each of the cases is reported as breaking. @param more further tests, with the reports */
export function describeBreaking(
  { contract, paths, heading, cases }: Policy,
  more: (reports: Reports) => void,
): void {
  const reports = new Map<string, string>();
  describe(`A breaking change of ${contract.sources}`, function () {
    this.timeout(300_000);
    let results: Map<Case, Comparison>;
    before(async () => {
      results = await decideAll(withPaths(contract.current(), paths), cases);
      for (const [{ title }, { breaking }] of results)
        reports.set(title, reportOf(unaccepted(breaking, []), "1.0.0", contract)!);
    });

    for (const change of cases)
      it(`is detected: ${change.title}`, () => {
        const messages = results.get(change)!.breaking.map(({ message }) => message);
        expect(messages.join("\n")).to.include(change.says);
      });

    it("is always explained", () => {
      for (const report of reports.values()) expect(report).not.to.include("Clients may fail.");
    });

    it("is in the table of the policy, which has no other entries", () => {
      expect(documentedChanges(heading)).to.deep.equal(cases.map(({ title }) => title));
    });

    more(reports);
  });
}

/** Checks that each of the cases is in the changelog and doesn't break anything. */
export function describeCompatible({ contract, paths, heading, cases }: Policy): void {
  describe(`A compatible change of ${contract.sources}`, function () {
    this.timeout(300_000);
    const shipped = withPaths(contract.current(), paths);
    let results: Map<Case, Comparison>;
    before(async () => {
      results = await decideAll(shipped, cases);
    });

    for (const change of cases)
      it(`passes and is in the changelog: ${change.title}`, () => {
        const comparison = results.get(change)!;
        expect(comparison.breaking).to.deep.equal([]);
        const { base, current } = documentsOf(shipped, change);
        expect(changelogOf(base, current, comparison).text).to.include(change.says);
      });

    it("is in the table of the policy, which has no other entries", () => {
      expect(documentedChanges(heading)).to.deep.equal(cases.map(({ title }) => title));
    });
  });
}

function withPaths(document: OpenApiDocument, paths?: string[]): OpenApiDocument {
  if (!paths) return document;
  const kept = new Set(
    paths.flatMap((path) => operationsOfPath(path, document.paths[path]!)).map(({ operation }) => operation),
  );
  return withOperations(document, (operation) => kept.has(operation));
}

/** The result of the comparison for every case. Several run in parallel, because each starts the tool. */
async function decideAll(shipped: OpenApiDocument, cases: Case[]): Promise<Map<Case, Comparison>> {
  const results = new Map<Case, Comparison>();
  const left = [...cases];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { base, current } = documentsOf(shipped, next);
      results.set(next, await compare(base, current, TODAY));
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
  return results;
}

/** The first column of the table below a heading of docs/api-versioning.md. */
function documentedChanges(heading: string): string[] {
  const text = readFileSync("docs/api-versioning.md", "utf8");
  const part = text.split(new RegExp(`\n##+ ${heading}\n`))[1]!.split(/\n##+ /)[0]!;
  return part
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2)
    .map((line) => line.split("|")[1]!.trim());
}
