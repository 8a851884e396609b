/** npm run test:times: what the last run of the tests took, by file and by folder (var/test-times.json). */
import { readFileSync } from "node:fs";
import { TIMES, type FileTimes } from "./testing/times.js";

const LONGEST = 20;
const times = Object.entries(JSON.parse(readFileSync(TIMES, "utf8")) as Record<string, FileTimes>);

const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(8);
const total = ({ inTests, inHooks }: FileTimes): number => inTests + inHooks;
function print(title: string, rows: [string, FileTimes][]): void {
  console.log(`\n${title}\n\n   total s  in tests  in hooks  tests`);
  for (const [name, row] of rows)
    console.log(
      `  ${[total(row), row.inTests, row.inHooks].map(seconds).join("  ")}  ${String(row.tests).padStart(5)}  ${name}`,
    );
}
const longestFirst = (rows: [string, FileTimes][]): [string, FileTimes][] =>
  rows.sort(([, a], [, b]) => total(b) - total(a));

const folders = new Map<string, FileTimes>();
for (const [file, { tests, inTests, inHooks }] of times) {
  const folder = file.split("/").slice(0, 2).join("/");
  const sum = folders.get(folder) ?? { tests: 0, inTests: 0, inHooks: 0 };
  folders.set(folder, {
    tests: sum.tests + tests,
    inTests: sum.inTests + inTests,
    inHooks: sum.inHooks + inHooks,
  });
}
print(`The ${LONGEST} most expensive files`, longestFirst(times).slice(0, LONGEST));
print("By folder", longestFirst([...folders]));
