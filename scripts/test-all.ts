/**
 * npm run test:all: what npm test leaves out. Two rows of steps run side by side, because many of them wait; then, alone, the
 * tests that compare times. A step whose program isn't installed is skipped; with REQUIRE_ALL=1 it fails. The last line is
 * "N passed, N failed, N skipped".
 *
 * npm run test:all -- fuzz     runs the steps with this in their name
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathOf, type Tool } from "../test/support/app/requires.js";
import { mocha, run, withTimes } from "./testing/run.js";

interface Step {
  name: string;
  command: string[];
  needs?: Tool;
  env?: NodeJS.ProcessEnv;
}

const npm = (...parameters: string[]): string[] => ["npm", "run", "--silent", ...parameters];
const withMariaDb = (command: string[]): string[] => [
  ...[process.execPath, "--import", "tsx/esm", "test/support/database/with-mariadb.ts"],
  ...command,
];
/** The rows run side by side. */
const HALF = Math.ceil(availableParallelism() / 2);
/** Those that take less than a minute. */
const QUICK_CLIENTS = [
  ...["java-native", "java-restclient", "oapi-codegen", "oapi-codegen-server", "ogen", "ruby"],
  "typescript-axios",
];
/** The programs that tests start. */
const PROGRAMS = ["test/fixtures/migrate-and-die.ts", "test/fixtures/time-zones.ts"];

const LOGS = "var/test-all";
rmSync(LOGS, { recursive: true, force: true });
mkdirSync(LOGS, { recursive: true });
const built = mkdtempSync("var/test-build-");
chmodSync(built, 0o755); // tests run it as another account, too
/** Starting the product from its sources takes five times as long. */
const BUILT = { TEST_BUILD: built };

const ROWS: Step[][] = [
  [{ name: "slow tests", command: mocha("slow"), env: BUILT }],
  [
    { name: "tests on MariaDB", command: withMariaDb(mocha("on MariaDB", [], HALF)), needs: "MariaDB" },
    { name: "whole matrices", command: mocha("matrices", [], HALF), env: { MATRIX: "all" } },
    { name: "contract fuzz", command: npm("fuzz"), needs: "Schemathesis", env: { FUZZ_EXAMPLES: "20" } },
    { name: "clients", command: npm("clients") },
    { name: "relying parties", command: npm("relying-parties") },
    { name: "client generators", command: npm("contract:generators") },
    { name: "generated clients", command: npm("clients:generated", "--", ...QUICK_CLIENTS) },
  ],
];
/** Nothing runs beside them. */
const ALONE: Step[] = [
  { name: "tests that compare times", command: mocha("timed", [], 1), env: BUILT },
  {
    name: "the same on MariaDB",
    // faults bring their own servers
    command: withMariaDb(mocha("timed", ["--ignore", "test/faults/**"], 1)),
    needs: "MariaDB",
    env: BUILT,
  },
];

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
const wanted = process.argv.slice(2);
const isWanted = ({ name }: Step): boolean =>
  wanted.length === 0 || wanted.some((word) => name.includes(word));

try {
  const build = [process.execPath, "--import", "tsx/esm", "scripts/build.ts", built, ...PROGRAMS];
  if ((await run(build)).code !== 0) throw new Error("The build has failed.");
  await withTimes(async (times) => {
    await Promise.all(ROWS.map((row) => runRow(row, times)));
    await runRow(ALONE, times);
  });
} finally {
  rmSync(built, { recursive: true });
}
for (const failure of failures) console.log(failure);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function runRow(row: Step[], times: NodeJS.ProcessEnv): Promise<void> {
  for (const step of row.filter(isWanted)) {
    const { passed, failed, skipped } = await runStep(step, times);
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
}

/** Prints how long a step took, what it left out and what has failed. Its whole output is in `LOGS`. */
async function runStep({ name, command, needs, env }: Step, times: NodeJS.ProcessEnv): Promise<Counts> {
  if (needs !== undefined && pathOf(needs) === undefined) {
    const isRequired = process.env["REQUIRE_ALL"] === "1";
    console.log(`== ${name}: ${isRequired ? "failed" : "skipped"}, because ${needs} isn't installed`);
    return { passed: 0, failed: isRequired ? 1 : 0, skipped: isRequired ? 0 : 1 };
  }
  const start = Date.now();
  const { code, output } = await run(command, { ...times, ...env }, true);
  const log = join(LOGS, `${name.replaceAll(" ", "-")}.log`);
  writeFileSync(log, output);
  const counts = countsOf(output, code);
  const minutes = ((Date.now() - start) / 60_000).toFixed(1);
  console.log(`== ${name}: ${counts.passed} passed, ${counts.failed} failed in ${minutes} min (${log})`);
  for (const [skipped] of output.matchAll(/^ +- .*$/gm)) console.log(skipped);
  if (counts.failed > 0) failures.push(`== ${name}\n${failureIn(output)}`);
  return counts;
}

/** What mocha printed about failures, or the last lines. */
function failureIn(output: string): string {
  const start = output.search(/^ +\d+ failing/m);
  const lines = (start === -1 ? output : output.slice(start)).split("\n");
  return (start === -1 ? lines.slice(-40) : lines.slice(0, 200)).join("\n");
}

/** Adds up lines of mocha, such as "  12 passing (3s)". A command that prints none counts as one test. */
function countsOf(output: string, code: number): Counts {
  const count = (word: string): number =>
    [...output.matchAll(new RegExp(`^ +(\\d+) ${word}\\b`, "gm"))].reduce(
      (sum, [, number]) => sum + Number(number),
      0,
    );
  const counts = { passed: count("passing"), failed: count("failing"), skipped: count("pending") };
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (counts.passed + counts.failed + counts.skipped === 0) counts.passed = 1;
  return counts;
}
