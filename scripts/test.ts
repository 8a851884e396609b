/**
 * npm test: builds the product, because tests start it often, and runs every test, in lanes. Two long lanes and the other
 * lanes, one after the other, run in parallel. The last lane runs alone, because its tests compare times.
 *
 * npm test -- --lane core    runs one lane
 * npm test -- --ignore …     passes the option to mocha
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { finished } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { collectTimes } from "./testing/times.js";

/** The lanes write here which parts of the contract their tests have seen, for the test that requires all of it. */
const SEEN_FOLDER = "var/contract-seen";
const COVERAGE = "test/zz-contract-coverage.test.ts";
/** These tests compare times, so nothing may run beside them. */
const TIMED = "test/**/*.timed.test.ts";
/** These tests spend most of their time in other processes: Chromium, servers, make, tsc. */
const WITH_PROCESSES = [
  ...["test/browser/**/*.test.ts", "test/races/**/*.test.ts"],
  ...["test/commands/**/*.test.ts", "test/contract/tutorial.test.ts", "test/deploy/**/*.test.ts"],
];
/** These tests wait for the tools of the contract, and need no database. */
const OF_CONTRACT = "test/contract/**/*.test.ts";
/** These tests kill and suspend servers. Their time limits are long enough for other tests to run in parallel. */
const FAULTS = "test/faults/**/*.test.ts";
/** Those of them that start servers and commands most often. mocha expands braces only beside a `*`. */
const WITH_STARTS = "test/faults/**/{migrate,oauth,processes-metrics,shutdown,start,workers}.test.ts";

/** These tests use no database, so they run only once. */
const WITHOUT_DATABASE = [
  "test/architecture.test.ts",
  "test/api/contract/compiled-checks.test.ts",
  "test/api/contract/drift.test.ts",
  "test/api/surface/patterns.test.ts",
  "test/doc-pictures.test.ts",
  "test/processes/**/*.test.ts",
  "test/texts/**/*.test.ts",
  "test/web/api-dock/swagger-ui-pieces.test.ts",
];
/**
 * These tests ask every page or operation the same question. Other tests send the same statements to MariaDB, so they run only on
 * SQLite.
 */
const OF_EVERY_ROUTE = [
  "test/api/authorization.test.ts",
  "test/api/surface/refusals.test.ts",
  "test/api/token-matrix.test.ts",
  "test/security/{deny-matrix,docs-gate,long-texts}*.test.ts",
  "test/web/admin/{access,dead-ends,write-only}*.test.ts",
  "test/web/server/csrf.test.ts",
  "test/web/two-factor/two-factor-required.test.ts",
];
const isOnServer = process.env["TEST_DATABASE_URL"] !== undefined;

const ignored = (paths: string[]): string[] => paths.flatMap((path) => ["--ignore", path]);
const LANES = {
  core: [
    "test/**/*.test.ts",
    ...ignored([TIMED, FAULTS, ...WITH_PROCESSES, OF_CONTRACT, COVERAGE]),
    ...(isOnServer ? ignored([...WITHOUT_DATABASE, ...OF_EVERY_ROUTE]) : []),
  ],
  contract: [OF_CONTRACT, ...ignored(WITH_PROCESSES)],
  apart: WITH_PROCESSES,
  kills: [FAULTS, ...ignored([WITH_STARTS, TIMED])],
  starts: [WITH_STARTS],
  // only all tests together see the whole contract
  timed: [TIMED, ...(isOnServer ? [] : [COVERAGE])],
};
type Lane = keyof typeof LANES;

/** The longest test may take 10 minutes, which it needs on a busy machine. */
const SILENT_MS = 15 * 60_000;

const running = new Set<ChildProcess>();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    for (const child of running) signalGroup(child, signal);
    process.exit(1);
  });

/** The programs that tests start. */
const PROGRAMS = ["test/fixtures/migrate-and-die.ts", "test/fixtures/time-zones.ts"];

const mochaOptions = process.argv.slice(2);
const lane = mochaOptions[0] === "--lane" ? (mochaOptions.splice(0, 2)[1] as Lane) : undefined;
mkdirSync("var", { recursive: true });
const built = mkdtempSync("var/test-build-");
chmodSync(built, 0o755); // tests run it as another account, too
const times = mkdtempSync("var/test-times-");
try {
  execFileSync(process.execPath, ["--import", "tsx/esm", "scripts/build.ts", built, ...PROGRAMS]);
  const results = lane === undefined ? await runAll() : [await run(lane)];
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  collectTimes(times);
  for (const folder of [built, times]) rmSync(folder, { recursive: true });
}

async function runAll(): Promise<boolean[]> {
  return [...(await runTogether([["core"], ["apart"], ["contract", "starts", "kills"]])), await run("timed")];
}

/** @param rows lanes that follow each other */
async function runTogether(rows: Lane[][]): Promise<boolean[]> {
  // lanes can't share a database, because the tests empty its tables
  const inParallel = !isOnServer;
  const results: Promise<boolean[]>[] = [];
  for (const row of rows) {
    const result = runRow(row, { quiet: inParallel && results.length > 0 });
    if (!inParallel) await result;
    results.push(result);
  }
  return (await Promise.all(results)).flat();
}

async function runRow(lanes: Lane[], options: { quiet: boolean }): Promise<boolean[]> {
  const results: boolean[] = [];
  for (const lane of lanes) results.push(await run(lane, options));
  return results;
}

/**
 * A lane that prints nothing for SILENT_MS is killed and has failed, so that a test that hangs is visible.
 * @param quiet prints the output only when the lane has ended
 */
async function run(lane: Lane, { quiet = false } = {}): Promise<boolean> {
  if (lane === "core") rmSync(SEEN_FOLDER, { recursive: true, force: true });
  mkdirSync(SEEN_FOLDER, { recursive: true });
  const env = {
    ...process.env,
    CHECK_COVERAGE: "1",
    CONTRACT_SEEN: SEEN_FOLDER,
    TEST_BUILD: built,
    TEST_TIMES: times,
  };
  const parameters = ["node_modules/mocha/bin/mocha.js", ...LANES[lane], ...mochaOptions];
  if (process.stdout.isTTY) parameters.push("--color");
  // detached: the leader of a process group, which can be killed as a whole
  const child = spawn(process.execPath, parameters, {
    env,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  running.add(child);
  let output = "";
  const print = (text: string): void => {
    if (quiet) output += text;
    else process.stdout.write(text);
  };
  const silence = setTimeout(() => {
    print(`\n  1 failing: "${lane}" printed nothing for ${SILENT_MS / 60_000} minutes after this line\n`);
    signalGroup(child, "SIGKILL");
  }, SILENT_MS);
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    silence.refresh();
    print(chunk);
  });
  const [code] = (await once(child, "exit")) as [number | null];
  clearTimeout(silence);
  running.delete(child);
  // a process that a test has left can keep the output open
  await Promise.race([finished(child.stdout), sleep(5000, undefined, { ref: false })]);
  child.stdout.destroy();
  process.stdout.write(output);
  return code === 0;
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid!, signal);
  } catch {
    // it has just ended
  }
}
