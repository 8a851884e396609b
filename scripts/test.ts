/**
 * npm test: every test in three lanes. The first two run side by side, the third alone: its tests measure time.
 *
 * npm test -- --lane core    runs one lane
 * npm test -- --ignore …     is handed to mocha
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";

/** What a lane has seen of the contract, for the test that asks for all of it. */
const SEEN_FOLDER = "var/contract-seen";
const COVERAGE = "test/zz-contract-coverage.test.ts";
const TIMED = JSON.parse(readFileSync("test/timed.json", "utf8")) as string[];
/** Most of their time is spent in other processes: Chromium, servers, make. */
const APART = [
  ...["test/browser/**/*.test.ts", "test/races/**/*.test.ts"],
  ...["test/cli.test.ts", "test/dev.test.ts", "test/first-run.test.ts"],
];
const LANES = {
  core: ["test/**/*.test.ts", ...[...TIMED, ...APART, COVERAGE].flatMap((path) => ["--ignore", path])],
  apart: APART,
  timed: [...TIMED, COVERAGE],
};
type Lane = keyof typeof LANES;

const handedOn = process.argv.slice(2);
const lane = handedOn[0] === "--lane" ? (handedOn.splice(0, 2)[1] as Lane) : undefined;
const results = lane === undefined ? await everything() : [await run(lane)];
process.exitCode = results.every(Boolean) ? 0 : 1;

async function everything(): Promise<boolean[]> {
  // two lanes can't empty the tables of one database
  const sideBySide = process.env["TEST_DATABASE_URL"] === undefined;
  const core = run("core");
  if (!sideBySide) await core;
  const both = await Promise.all([core, run("apart", { quiet: sideBySide })]);
  return [...both, await run("timed")];
}

/** @param quiet keeps the output until the lane has ended */
async function run(lane: Lane, { quiet = false } = {}): Promise<boolean> {
  if (lane === "core") rmSync(SEEN_FOLDER, { recursive: true, force: true });
  mkdirSync(SEEN_FOLDER, { recursive: true });
  const env = { ...process.env, CHECK_COVERAGE: "1", CONTRACT_SEEN: SEEN_FOLDER };
  const parameters = ["node_modules/mocha/bin/mocha.js", ...LANES[lane], ...handedOn];
  const child = spawn(process.execPath, parameters, {
    env,
    stdio: ["inherit", quiet ? "pipe" : "inherit", "inherit"],
  });
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  process.stdout.write(output);
  return code === 0;
}
