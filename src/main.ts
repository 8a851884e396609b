import cluster from "node:cluster";
import { readConfig } from "./config/config.js";
import { ConfigurationError } from "./config/env.js";
import { ContractError } from "./api/contract.js";
import { serve } from "./serve.js";

/** One process, or a primary that keeps WEB_CONCURRENCY of them alive. */
async function start(): Promise<void> {
  const config = readConfig();
  if (cluster.isPrimary && config.env.WEB_CONCURRENCY > 1) superviseWorkers(config.env.WEB_CONCURRENCY);
  else await serve(config);
}

function superviseWorkers(count: number): void {
  let stopping = false;
  for (let started = 0; started < count; started++) cluster.fork();
  cluster.on("exit", (worker, code) => {
    if (stopping) return;
    console.error(`Process ${worker.process.pid} ended with ${code}; another one is started.`);
    setTimeout(() => stopping || cluster.fork(), 1000);
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      stopping = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker?.kill(signal);
    });
}

start().catch((error: unknown) => {
  const known = error instanceof ConfigurationError || error instanceof ContractError;
  console.error(known ? error.message : error);
  process.exit(1);
});
