import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { SUITES, type Suite } from "./suites.js";
import { collectTimes } from "./times.js";

/** The processes of the fast tests write here which parts of the contract they have seen, for the test that requires all of it. */
const SEEN_FOLDER = "var/contract-seen";

/** A step that takes longer hangs. On a busy machine the longest has taken 25 minutes. */
const LIMIT_MS = 40 * 60_000;

const running = new Set<ChildProcess>();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    for (const child of running) signalGroup(child, signal);
    process.exit(1);
  });

export interface Ended {
  code: number;
  /** Empty unless it was collected. */
  output: string;
}

/** Runs a command. @param collects whether its output is returned instead of printed */
export async function run(
  [program = "", ...parameters]: readonly string[],
  env: NodeJS.ProcessEnv = {},
  collects = false,
): Promise<Ended> {
  const output = collects ? "pipe" : "inherit";
  const child = spawn(program, parameters, {
    env: { ...process.env, ...env },
    stdio: ["ignore", output, output],
    detached: true, // the leader of a process group, which is signalled as a whole
  });
  running.add(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const limit = setTimeout(() => {
    const failure = `\n  1 failing: it has not ended within ${LIMIT_MS / 60_000} minutes\n`;
    if (collects) text += failure;
    else console.log(failure);
    signalGroup(child, "SIGKILL");
  }, LIMIT_MS);
  const closed = once(child, "close");
  const [code] = (await once(child, "exit")) as [number | null];
  clearTimeout(limit);
  // a process that a test has left can keep the output open
  await Promise.race([closed, sleep(5000, undefined, { ref: false })]);
  running.delete(child);
  return { code: code ?? 1, output: text };
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid!, signal);
  } catch {
    // it has just ended
  }
}

/** The command that runs a suite on every processor, or one file after the other. */
export function mocha(
  suite: Suite,
  options: readonly string[] = [],
  jobs = availableParallelism(),
): string[] {
  const parallel = jobs > 1 ? ["--parallel", "--jobs", String(jobs)] : [];
  return [process.execPath, "node_modules/mocha/bin/mocha.js", ...parallel, ...SUITES[suite], ...options];
}

/** Lets a test run write its times, and adds them up at its end. */
export async function withTimes<T>(act: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  mkdirSync("var", { recursive: true });
  const folder = mkdtempSync("var/test-times-");
  try {
    return await act({ TEST_TIMES: folder });
  } finally {
    collectTimes(folder);
    rmSync(folder, { recursive: true });
  }
}

/** An empty folder for what the fast tests see of the contract. */
export function forSeen(): NodeJS.ProcessEnv {
  rmSync(SEEN_FOLDER, { recursive: true, force: true });
  mkdirSync(SEEN_FOLDER, { recursive: true });
  return { CONTRACT_SEEN: SEEN_FOLDER };
}
