import cluster from "node:cluster";
import { readConfig } from "./config/config.js";
import { envFileWarnings } from "./config/env-file.js";
import { ConfigurationError, type Environment } from "./config/env.js";
import { ContractError } from "./contract/operations.js";
import { localMailLink } from "./domain/mail/local-mail-key.js";
import { serve } from "./serve.js";

/** Starts one process, or a primary that keeps WEB_CONCURRENCY workers running. */
async function start(): Promise<void> {
  if (cluster.isPrimary) for (const warning of envFileWarnings()) console.error(warning);
  const config = readConfig();
  if (cluster.isPrimary && config.env.WEB_CONCURRENCY > 1) return superviseWorkers(config.env);
  await serve(config);
  if (cluster.isPrimary) announce(config.env);
}

function superviseWorkers(env: Environment): void {
  let serving = false;
  let stopping = false;
  for (let started = 0; started < env.WEB_CONCURRENCY; started++) cluster.fork();
  cluster.once("listening", () => {
    serving = true;
    announce(env);
  });
  const stop = (signal: NodeJS.Signals): void => {
    stopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.kill(signal);
  };
  cluster.on("exit", (worker, code) => {
    if (stopping) return;
    if (!serving) {
      // the first workers couldn't start, so replacing them wouldn't help
      process.exitCode = 1;
      return stop("SIGTERM");
    }
    console.error(`Process ${worker.process.pid} exited with code ${code}; starting another one.`);
    setTimeout(() => stopping || cluster.fork(), 1000);
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(signal));
}

/**
 * Reports to a parent process such as PM2 (`wait_ready`) that the service listens. Prints the addresses for a person at
 * a terminal, on stderr, because standard output is the log.
 */
function announce(env: Environment): void {
  process.send?.("ready");
  if (env.APP_ENV !== "local") return;
  console.error(`\n  Authdock serves ${env.APP_URL.origin}   (Ctrl-C stops it)`);
  const link = localMailLink(env);
  console.error(link === null ? "" : `  Local mailbox       ${link}\n`);
}

start().catch((error: unknown) => {
  const known = error instanceof ConfigurationError || error instanceof ContractError || isListenError(error);
  console.error(known ? error.message : error);
  process.exit(1);
});

/** Whether the error means that the service can't listen on HOST and PORT, which its message names. */
const isListenError = (error: unknown): error is Error =>
  (error as NodeJS.ErrnoException | null)?.syscall === "listen";
