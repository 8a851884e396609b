/**
 * npm run test:all: what npm test leaves out. Its steps run side by side; then, alone, the tests that compare times. A step
 * whose program isn't installed is skipped; with REQUIRE_ALL=1 it fails. The last line is "N passed, N failed, N skipped".
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
/** One more than there are processors, because many steps wait. */
const AT_ONCE = availableParallelism() + 1;
/** One quick generator of each language. `npm run clients:generated` runs the others, too. */
const CLIENTS_OF_LANGUAGES = ["java-native", "oapi-codegen", "ruby", "typescript-axios"];
/** The programs that tests start. */
const PROGRAMS = ["test/fixtures/migrate-and-die.ts", "test/fixtures/time-zones.ts"];

const LOGS = "var/test-all";
rmSync(LOGS, { recursive: true, force: true });
mkdirSync(LOGS, { recursive: true });
const built = mkdtempSync("var/test-build-");
chmodSync(built, 0o755); // tests run it as another account, too
/** Starting the product from its sources takes five times as long. */
const BUILT = { TEST_BUILD: built };

/** The longest first. They run side by side. */
const STEPS: Step[] = [
  { name: "browser", command: mocha("browser", [], 1), env: BUILT },
  { name: "tests on MariaDB", command: withMariaDb(mocha("on MariaDB", [], 1)), needs: "MariaDB" },
  { name: "contract fuzz", command: npm("fuzz"), needs: "Schemathesis", env: { FUZZ_EXAMPLES: "6" } },
  { name: "contract", command: mocha("contract", [], 1), env: BUILT },
  { name: "faults", command: mocha("faults", [], 1), env: BUILT },
  { name: "generated clients", command: npm("clients:generated", "--", ...CLIENTS_OF_LANGUAGES) },
  { name: "deploy", command: mocha("deploy", [], 1), env: BUILT },
  { name: "races", command: mocha("races", [], 1), env: BUILT },
  { name: "relying parties", command: npm("relying-parties") },
  { name: "agents", command: npm("agents") },
  { name: "commands", command: mocha("commands", [], 1), env: BUILT },
  { name: "whole matrices", command: mocha("matrices", [], 1), env: { MATRIX: "all" } },
  { name: "client generators", command: npm("contract:generators") },
  { name: "clients", command: npm("clients") },
];
/** One after the other, and nothing beside them. */
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
    await runAll(STEPS, AT_ONCE, times);
    await runAll(ALONE, 1, times);
  });
} finally {
  rmSync(built, { recursive: true });
}
for (const failure of failures) console.log(failure);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function runAll(steps: readonly Step[], atOnce: number, times: NodeJS.ProcessEnv): Promise<void> {
  const waiting = steps.filter(isWanted);
  const runNext = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { passed, failed, skipped } = await runStep(step, times);
      total.passed += passed;
      total.failed += failed;
      total.skipped += skipped;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
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
