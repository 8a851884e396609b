import type { AddressInfo } from "node:net";
import { createApp } from "./app.js";
import type { Config } from "./config/config.js";
import { ConfigurationError } from "./config/env.js";
import { verifyAppKey } from "./domain/upkeep/app-key.js";
import { Round } from "./lib/round.js";
import { maintainLists, repairLists } from "./domain/upkeep/list-index.js";
import { prune } from "./domain/upkeep/prune.js";
import { deliverMails } from "./domain/mail/mail-delivery.js";
import { deliverLogoutNotices } from "./domain/oauth/logout-notices.js";
import { rotateDueKeys } from "./domain/oauth/signing-keys.js";
import { createServiceMailer } from "./domain/mail/service-mailer.js";
import { closeServices, createServices, type Services } from "./domain/services.js";
import { notifyOfExpiringTokens } from "./domain/tokens/token-expiry-notices.js";
import { revokePending } from "./domain/credentials/revoke-user-access.js";
import { ownOrigin } from "./domain/audit/origin.js";
import { HOUR, MINUTE, SECOND } from "./lib/clock.js";
import { rereadChangedFiles } from "./lib/current-file.js";
import { drain, httpServer } from "./http-server.js";

const STOP_WITHIN = 9 * SECOND;
/** The rest is done an hour later. */
const PRUNE_WITHIN = 15 * MINUTE;
const MAINTAIN_WITHIN = 3 * SECOND;

/** Serves until the process is told to stop. The process ends once everything is closed. */
export async function serve(config: Config): Promise<void> {
  rereadChangedFiles(config.env.APP_ENV === "local");
  const services = createServices(config);
  await refuseWrongAppKey(services);
  if (config.env.METRICS_TOKEN !== undefined) services.metrics.collectProcess();
  const app = await createApp(services);
  const server = httpServer(app.express, services);
  const { HOST, PORT } = config.env;
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(PORT, HOST, resolve));
  const { address, port } = server.address() as AddressInfo;
  services.log.info({ address, port, url: config.env.APP_URL.origin, pid: process.pid }, "serving");
  const stopWork = backgroundWork(services);

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return; // ignores a second signal
    stopping = true;
    services.log.info({ signal }, "stopping");
    giveUpAfter(STOP_WITHIN, services);
    await Promise.all([drain(server), stopWork()]);
    app.close();
    await closeServices(services);
    services.log.flush();
    process.exitCode = 0;
    process.disconnect?.();
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => void stop(signal));
}

/** Checks APP_KEY, unless the database isn't available yet; `/ready` checks again. @throws ConfigurationError */
async function refuseWrongAppKey(services: Services): Promise<void> {
  try {
    await verifyAppKey(services.knex, services.encryption);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) return;
    await closeServices(services);
    throw error;
  }
}

/** Ends the process when a database or mail server hangs while it stops. Unfinished work was never confirmed. */
function giveUpAfter(ms: number, { log }: Services): void {
  setTimeout(() => {
    log.warn("stopped before all connections were closed");
    log.flush();
    process.exit(0);
  }, ms).unref();
}

/**
 * Sends mails and notices and deletes expired rows. Rounds don't overlap, and none is interrupted when the process
 * stops.
 */
function backgroundWork(services: Services): () => Promise<void> {
  const send = createServiceMailer(services);
  const stops = [
    every(2 * SECOND, services, () => deliverMails(services, send)),
    every(2 * SECOND, services, () => deliverLogoutNotices(services)),
    every(MINUTE, services, () => services.counters.prune()),
    every(10 * SECOND, services, () => revokePending(services, ownOrigin())),
    every(5 * SECOND, services, (signal) => maintainLists(services.knex, new Round(MAINTAIN_WITHIN, signal))),
    every(HOUR, services, () => repairLists(services.knex)),
    every(HOUR, services, (signal) => prune(services, new Round(PRUNE_WITHIN, signal))),
    every(HOUR, services, () => notifyOfExpiringTokens(services)),
    every(HOUR, services, () => rotateDueKeys(services)),
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

function every(
  ms: number,
  { log }: Services,
  work: (signal: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const stopping = new AbortController();
  let round: Promise<unknown> = Promise.resolve();
  let busy = false;
  const start = (): void => {
    if (busy) return;
    busy = true;
    round = work(stopping.signal)
      .catch((error: unknown) => log.warn({ err: error }, "background work failed"))
      .finally(() => (busy = false));
  };
  // the first round is early, so that a process that never runs for an hour does its share
  const first = setTimeout(start, Math.min(ms, MINUTE)).unref();
  const timer = setInterval(start, ms).unref();
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    stopping.abort();
    await round;
  };
}
