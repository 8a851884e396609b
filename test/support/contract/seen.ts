import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { atEndOfRun } from "../app/teardown.js";

/** (operation, status) pairs of the API that tests have seen. */
export const seenPairs = new Set<string>();
/** Failures of the API, as (declared response, `data.code`), that tests have seen. */
export const seenFailures = new Set<string>();
/** Answers of the OAuth2 endpoints, as (operation, status, kind), that tests have seen. */
export const seenOAuthAnswers = new Set<string>();

const SETS = [seenPairs, seenFailures, seenOAuthAnswers];

/** mocha runs files in several processes, which write here what they have seen, for the test of the coverage. */
const FOLDER = process.env["CONTRACT_SEEN"];
if (FOLDER !== undefined)
  atEndOfRun(() =>
    writeFileSync(join(FOLDER, `${process.pid}.json`), JSON.stringify(SETS.map((set) => [...set]))),
  );

/** Adds what the processes of an earlier run have seen. */
export function readSeen(): void {
  for (const name of FOLDER === undefined ? [] : readdirSync(FOLDER)) {
    const seen = JSON.parse(readFileSync(join(FOLDER!, name), "utf8")) as string[][];
    for (const [index, set] of SETS.entries()) for (const one of seen[index] ?? []) set.add(one);
  }
}
