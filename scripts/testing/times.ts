import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Test file → its times when it ran last. Relative to the product. */
export const TIMES = "var/test-times.json";

/** Milliseconds, and the number of tests. */
export interface FileTimes {
  tests: number;
  inTests: number;
  inHooks: number;
}

/** Adds up what the processes of a run have written to a folder, and puts it into `TIMES`. */
export function collectTimes(folder: string): void {
  const known = existsSync(TIMES)
    ? (JSON.parse(readFileSync(TIMES, "utf8")) as Record<string, FileTimes>)
    : {};
  const sum: Record<string, FileTimes> = {};
  for (const name of readdirSync(folder)) {
    const times = JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, FileTimes>;
    for (const [file, { tests, inTests, inHooks }] of Object.entries(times)) {
      const before = sum[file] ?? { tests: 0, inTests: 0, inHooks: 0 };
      sum[file] = {
        tests: before.tests + tests,
        inTests: before.inTests + inTests,
        inHooks: before.inHooks + inHooks,
      };
    }
  }
  writeFileSync(TIMES, JSON.stringify({ ...known, ...sum }, null, 1));
}
