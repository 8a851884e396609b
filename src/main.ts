import cluster from "node:cluster";
import { readConfig } from "./config/config.js";
import { envFileWarnings, environmentWarnings } from "./config/env-file.js";
import { ConfigurationError, type Environment } from "./config/env.js";
import { program } from "./config/program.js";
import { ContractError } from "./contract/operations.js";
import { localMailLink } from "./domain/mail/local-mail-key.js";
import { createLogger } from "./lib/telemetry/log.js";
import { onHangup } from "./processes/hangup.js";
import { NotReady } from "./processes/prove-ready.js";
import { Supervisor } from "./processes/supervisor.js";
import { serve } from "./serve.js";
import { PRODUCT_NAME } from "./config/product.js";

/** Starts one process, or a primary that keeps WEB_CONCURRENCY workers running. */
async function start(): Promise<void> {
  if (cluster.isPrimary)
    for (const warning of [...envFileWarnings(), ...environmentWarnings()]) console.error(warning);
  const config = readConfig();
  if (cluster.isPrimary && config.env.WEB_CONCURRENCY > 1) return superviseWorkers(config.env);
  await serve(config);
  if (cluster.isPrimary) announce(config.env);
}

function superviseWorkers(env: Environment): void {
  const supervisor = new Supervisor({
    count: env.WEB_CONCURRENCY,
    log: createLogger(env.LOG_LEVEL, false),
    readCount: workersNow,
    program: program(),
    onServing: () => announce(env),
  });
  supervisor.start();
  onHangup(env.APP_ENV === "local", () => void supervisor.reload());
}

/** @returns null if the configuration isn't valid, which the first new worker reports */
function workersNow(): number | null {
  try {
    return readConfig().env.WEB_CONCURRENCY;
  } catch {
    return null;
  }
}

/**
 * Reports to a parent process such as PM2 (`wait_ready`) that the service listens. Prints the addresses for a person at
 * a terminal, on stderr, because standard output is the log.
 */
function announce(env: Environment): void {
  process.send?.("ready");
  if (env.APP_ENV !== "local") return;
  console.error(`\n  ${PRODUCT_NAME} serves ${env.APP_URL.origin}   (Ctrl-C stops it)`);
  const link = localMailLink(env);
  console.error(link === null ? "" : `  Local mailbox       ${link}\n`);
}

start().catch((error: unknown) => {
  if (isListenError(error))
    console.error(`${error.message}. Choose another address with HOST and PORT, such as: PORT=3001 make run`);
  else console.error(KNOWN.some((kind) => error instanceof kind) ? (error as Error).message : error);
  process.exit(1);
});

const KNOWN = [ConfigurationError, ContractError, NotReady];

/** Whether the error means that the service can't listen on HOST and PORT, which its message names. */
const isListenError = (error: unknown): error is Error =>
  // a worker's error names `bind`
  ["listen", "bind"].includes((error as NodeJS.ErrnoException | null)?.syscall ?? "");
