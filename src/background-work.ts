import { sqliteFile } from "./config/addresses.js";
import { checkpoints } from "./database/sqlite/checkpoints.js";
import { ownOrigin } from "./domain/audit/origin.js";
import { revokePending } from "./domain/credentials/revoke-user-access.js";
import { sequenceEvents } from "./domain/events/sequencer.js";
import { workOnImports } from "./domain/import/import-job.js";
import { deliverMails } from "./domain/mail/mail-delivery.js";
import { createServiceMailer } from "./domain/mail/service-mailer.js";
import { deliverLogoutNotices } from "./domain/oauth/openid/logout-notices.js";
import { rotateDueKeys } from "./domain/oauth/openid/signing-keys.js";
import type { Services } from "./domain/services.js";
import { notifyOfExpiringTokens } from "./domain/tokens/token-expiry-notices.js";
import { checkClock } from "./domain/upkeep/clock-check.js";
import { keepCounts } from "./domain/upkeep/lists.js";
import { prune } from "./domain/upkeep/prune.js";
import { liftEndedStatuses } from "./domain/users/ended-status.js";
import { fanOut } from "./domain/webhooks/fan-out.js";
import { HOUR, MINUTE, SECOND } from "./lib/clock.js";
import { MaintenanceBudget } from "./lib/maintenance-budget.js";
import { completeWords } from "./models/lists/word-check.js";
import { WebhookSender } from "./webhooks/sender.js";

/** The rest is done an hour later. */
const PRUNE_WITHIN = 15 * MINUTE;
/**
 * Requests hardly notice it then. Without sleeps, the write-ahead log of SQLite would grow faster than the checkpoints copy it,
 * and commits would copy it, which takes long.
 */
const PRUNE_SHARE = 1 / 5;
const COUNT_WITHIN = 3 * SECOND;
const BETWEEN_HOURLY = 5 * SECOND;

/**
 * Sends mails, notices and events, and deletes expired rows. Rounds don't overlap, and none is interrupted when the process
 * stops.
 */
export function backgroundWork(services: Services): () => Promise<void> {
  const send = createServiceMailer(services);
  const file = sqliteFile(services.config.env.DATABASE_URL);
  const sender = new WebhookSender(services);
  const stops = [
    ...(file === null ? [] : [every(SECOND, services, checkpoints(file))]),
    every(2 * SECOND, services, async () => {
      await deliverMails(services, send);
      services.outages.database.answered();
    }),
    every(2 * SECOND, services, () => deliverLogoutNotices(services)),
    every(SECOND, services, async () => {
      await sequenceEvents(services, fanOut);
      await sender.look();
    }),
    every(MINUTE, services, () => services.counters.prune()),
    every(2 * SECOND, services, (signal) => workOnImports(services, signal)),
    every(10 * SECOND, services, () => revokePending(services, ownOrigin())),
    every(10 * SECOND, services, () => liftEndedStatuses(services, ownOrigin())),
    every(MINUTE, services, () => completeWords(services.knex)),
    every(MINUTE, services, (signal) =>
      keepCounts(services.knex, new MaintenanceBudget(COUNT_WITHIN, signal)),
    ),
    ...hourly(services, [
      (signal) => prune(services, new MaintenanceBudget(PRUNE_WITHIN, signal, PRUNE_SHARE)),
      () => notifyOfExpiringTokens(services),
      () => rotateDueKeys(services),
      () => checkClock(services),
    ]),
    () => sender.stop(),
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

type Work = (signal: AbortSignal) => Promise<unknown>;

/** The first rounds are early, so that a process that never runs for an hour does its share, and not all at once. */
const hourly = (services: Services, works: readonly Work[]): (() => Promise<void>)[] =>
  works.map((work, index) => every(HOUR, services, work, MINUTE + index * BETWEEN_HOURLY));

function every(ms: number, { outages }: Services, work: Work, firstMs = ms): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let busy = false;
  const start = (): void => {
    if (busy) return;
    busy = true;
    running = work(stopping.signal)
      .catch((error: unknown) => outages.warn(error, "background work failed"))
      .finally(() => (busy = false));
  };
  let timer = setTimeout(() => {
    start();
    timer = setInterval(start, ms).unref();
  }, firstMs).unref();
  return async () => {
    clearTimeout(timer);
    stopping.abort();
    await running;
  };
}
