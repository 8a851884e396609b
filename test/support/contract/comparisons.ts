import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { compare, type Comparison } from "../../../scripts/contract/comparison.js";
import type { OpenApiDocument } from "../../../src/contract/document.js";
import { documentsOf, TODAY, type Case } from "../../contract/cases.js";

/** The result of the comparison for every case. Several run in parallel, because each starts the tool. */
export async function decideAll(shipped: OpenApiDocument, cases: Case[]): Promise<Map<Case, Comparison>> {
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
export function documentedChanges(heading: string): string[] {
  const text = readFileSync("docs/api-versioning.md", "utf8");
  const part = text.split(new RegExp(`\n##+ ${heading}\n`))[1]!.split(/\n##+ /)[0]!;
  return part
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2)
    .map((line) => line.split("|")[1]!.trim());
}
