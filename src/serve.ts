import cluster from "node:cluster";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createApp, type App } from "./app.js";
import type { Config } from "./config/config.js";
import { ConfigurationError } from "./config/env.js";
import { verifyAppKey } from "./domain/upkeep/app-key.js";
import { backgroundWork } from "./background-work.js";
import { closeServices, createServices, type Services } from "./domain/services.js";
import { SECOND } from "./lib/clock.js";
import { rereadChangedFiles } from "./lib/current-file.js";
import { drain, httpServer, retire } from "./http-server.js";
import { figuresOf } from "./health.js";
import { completeWords } from "./models/lists/word-check.js";
import { onHangup } from "./processes/hangup.js";
import { proveReady } from "./processes/prove-ready.js";
import { answerWithFigures, isReplacement, leave, onRetirement } from "./processes/worker.js";

const STOP_WITHIN = 9 * SECOND;
/** How long connections without a request stay open after the last one was accepted: longer than nginx keeps its own. */
const LONGEST_IDLE = 6 * SECOND;
/** Longer than open connections are kept. */
const RETIRE_WITHIN = 32 * SECOND;

/** Serves until the process is told to stop. The process ends once everything is closed. */
export async function serve(config: Config): Promise<void> {
  const { HOST, PORT, APP_ENV, APP_URL, METRICS_TOKEN } = config.env;
  rereadChangedFiles(APP_ENV === "local");
  const services = createServices(config);
  onHangup(APP_ENV === "local", () => {
    // Supervisor in the primary reloads the workers
    if (cluster.isPrimary) services.log.warn("SIGHUP has no effect on a single process: restart the service");
  });
  await rejectWrongAppKey(services);
  await searchAllRows(services);
  if (METRICS_TOKEN !== undefined) services.metrics.collectProcess();
  const app = await createApp(services);
  const server = httpServer(app.listener, services);
  if (isReplacement()) await proveReady(server);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(PORT, HOST, resolve));
  const { address, port } = server.address() as AddressInfo;
  services.log.info({ address, port, url: APP_URL.origin, pid: process.pid }, "serving");
  answerWithFigures(() => figuresOf(services));
  endOnRequest(server, app, services, backgroundWork(services));
}

/** Ends the process on a signal, or when the primary has started another worker in its place. */
function endOnRequest(server: Server, app: App, services: Services, stopWork: () => Promise<void>): void {
  const { log, config, state } = services;
  let isEnding = false;
  const end = async (closeServer: Promise<void>): Promise<void> => {
    await Promise.all([closeServer, stopWork()]);
    if (isEnding) return; // a retiring process was told to stop
    isEnding = true;
    app.close();
    await leave(await figuresOf(services));
    await closeServices(services);
    log.flush();
    process.exitCode = 0;
    process.disconnect?.();
  };
  const stop = async (signal: string): Promise<void> => {
    if (state.isStopping) return; // ignores a second signal
    state.isStopping = true;
    log.info({ signal, drain_seconds: config.env.DRAIN_SECONDS }, "stopping");
    const drainMs = config.env.DRAIN_SECONDS * SECOND;
    if (drainMs > 0) await sleep(drainMs);
    giveUpAfter(STOP_WITHIN, services);
    await end(drain(server, Math.min(drainMs, LONGEST_IDLE)));
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => void stop(signal));
  onRetirement(() => {
    if (state.isStopping) return;
    log.info({ pid: process.pid }, "replaced by another process");
    giveUpAfter(RETIRE_WITHIN, services);
    void end(retire(server));
  });
}

/** Checks APP_KEY, unless the database isn't available yet; `/ready` checks again. @throws ConfigurationError */
async function rejectWrongAppKey(services: Services): Promise<void> {
  try {
    await verifyAppKey(services.knex, services.encryption);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) return;
    await closeServices(services);
    throw error;
  }
}

/** Rows that the former release has written are found from the first request on. A database that isn't available is `/ready`'s. */
const searchAllRows = ({ knex, outages }: Services): Promise<void> =>
  completeWords(knex).catch((error: unknown) => outages.warn(error, "could not complete the words"));

/** Ends the process when a database or mail server hangs while it stops. Unfinished work was never confirmed. */
function giveUpAfter(ms: number, { log }: Services): void {
  setTimeout(() => {
    log.warn("stopped before all connections were closed");
    log.flush();
    process.exit(0);
  }, ms).unref();
}
