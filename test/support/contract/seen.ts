import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { atEndOfRun } from "../app/teardown.js";

/** (operation, status) pairs of the API that tests have seen. */
export const seenPairs = new Set<string>();
/** Failures of the API, as (declared response, `data.code`), that tests have seen. */
export const seenFailures = new Set<string>();
/** Answers of the OAuth2 endpoints, as (operation, status, kind), that tests have seen. */
export const seenOAuthAnswers = new Set<string>();

const SETS = [seenPairs, seenFailures, seenOAuthAnswers];

/** mocha runs files in several processes; the test of the coverage reads what all of them have seen. */
const FOLDER = process.env["CONTRACT_SEEN"];
if (FOLDER !== undefined) {
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith(".json"))) {
    const seen = JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as string[][];
    for (const [index, set] of SETS.entries()) for (const one of seen[index] ?? []) set.add(one);
  }
  atEndOfRun(() => {
    const file = join(FOLDER, String(process.pid));
    writeFileSync(file, JSON.stringify(SETS.map((set) => [...set])));
    renameSync(file, `${file}.json`); // another process may be reading the folder
  });
}
