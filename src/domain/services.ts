import knex, { type Knex } from "knex";
import type { Config } from "../config/config.js";
import { tracingOptions } from "../config/tracing.js";
import { clockSkew } from "../database/clock-skew.js";
import { DatabaseCounters } from "../database/database-counters.js";
import { Outages } from "../database/outages.js";
import { knexConfig } from "../database/knex-config.js";
import { Reads } from "../database/reads.js";
import { rowReader, type RowReader } from "../database/row-reader.js";
import { StatementTimes } from "../database/statement-watch.js";
import { now, SECOND } from "../lib/clock.js";
import type { CounterStore } from "../lib/counters/counters.js";
import { Encryption } from "../lib/encryption.js";
import { GITHUB, type GitHubAddresses } from "../lib/github.js";
import { findTxtRecords, type FindTxtRecords } from "../lib/network/txt-records.js";
import { createLogger, type Logger } from "../lib/telemetry/log.js";
import { Metrics } from "../lib/telemetry/metrics.js";
import type { Outage } from "../lib/telemetry/outage.js";
import { Passwords } from "../lib/passwords/passwords.js";
import { RedisCounters } from "../lib/counters/redis-counters.js";
import { Traces } from "../lib/telemetry/traces.js";
import { StatusPolicy } from "./accounts/account-status.js";
import { Authority } from "./access/authority.js";
import { Definitions } from "./definitions/definitions.js";
import { ServiceOverview } from "./overview/service-overview.js";
import { type Principals, principalsOf } from "../models/principals.js";
import { EnabledProviders } from "./settings/enabled-providers.js";
import { fixedSettings, Settings } from "./settings/settings.js";

/** The dependencies of the domain. A running service has one set. */
export interface Services {
  config: Config;
  knex: Knex;
  /** For lists, totals, exports and figures. */
  reads: Reads;
  /** Reads single rows by statements that run on every request. */
  rows: RowReader;
  principals: Principals;
  log: Logger;
  /** Logs errors of the database and of Redis. */
  outages: Outages;
  metrics: Metrics;
  /** Null unless the operator has turned them on. */
  traces: Traces | null;
  passwords: Passwords;
  encryption: Encryption;
  counters: CounterStore;
  settings: Settings;
  enabledProviders: EnabledProviders;
  /** Asks the name servers. */
  findTxtRecords: FindTxtRecords;
  /** The addresses of GitHub. */
  github: GitHubAddresses;
  authority: Authority;
  definitions: Definitions;
  overview: ServiceOverview;
  statusPolicy: StatusPolicy;
  /** Whether the process was told to stop. */
  state: { isStopping: boolean };
}

export function createServices(config: Config, log: Logger = defaultLogger(config)): Services {
  const { env, starterKit } = config;
  const outages = new Outages(log);
  const metrics = new Metrics(env.METRICS_TOKEN !== undefined);
  const tracing = tracingOptions(env);
  const traces = tracing && new Traces(tracing, log);
  const statements = new StatementTimes({ log, metrics, traces }, env.SLOW_STATEMENT_MS);
  const warnings = knexLog(log, outages.database);
  const database = knex({ ...knexConfig(env.DATABASE_URL), log: warnings, statements } as Knex.Config);
  const reads = new Reads(database, warnings);
  const encryption = new Encryption(env.APP_KEY, env.APP_PREVIOUS_KEYS);
  const rows = rowReader(database, env.DATABASE_URL);
  const passwords = new Passwords(
    env.BCRYPT_COST,
    (ms) => metrics.isOn && metrics.hashWaits.observe(ms / 1000),
  );
  metrics.watchPools(reads.pools);
  metrics.watchHashQueue(() => passwords.waiting);
  const overview = new ServiceOverview(database, reads);
  metrics.watchDatabase(
    {
      counts: async () => ({ ...(await overview.mails()).value }),
      delay: () => mailDelay(rows),
      undelivered: () => webhookDelay(rows),
      skew: async () => ((await clockSkew(database)) ?? 0) / SECOND,
    },
    (error) => outages.warn(error, "could not read the figures of the database"),
  );
  return {
    config,
    log,
    outages,
    knex: database,
    reads,
    rows,
    principals: principalsOf(database, rows),
    metrics,
    traces,
    passwords,
    encryption,
    counters: env.REDIS_URL
      ? new RedisCounters(env.REDIS_URL, outages.redis)
      : new DatabaseCounters(database),
    settings: new Settings(database, encryption, fixedSettings(config.tokens), rows),
    enabledProviders: new EnabledProviders(database),
    findTxtRecords,
    github: GITHUB,
    authority: new Authority(database),
    definitions: new Definitions(database, rows),
    overview,
    statusPolicy: new StatusPolicy(starterKit.security),
    state: { isStopping: false },
  };
}

/** For how many seconds the oldest mail that is due has waited. */
async function mailDelay(rows: RowReader): Promise<number> {
  const sql = "select min(available_at) as due_at from mails where status = ? and available_at <= ?";
  const oldest = await rows.one<{ due_at: number | null }>(sql, ["queued", now()]);
  const dueAt = oldest?.due_at ?? null;
  return dueAt === null ? 0 : (now() - Number(dueAt)) / SECOND;
}

/** For how many seconds the oldest delivery that is still tried has waited. */
async function webhookDelay(rows: RowReader): Promise<number> {
  const sql =
    "select min(created_at) as since from webhook_deliveries where status = ? " +
    "and webhook_id in (select id from webhooks where not paused)";
  const oldest = await rows.one<{ since: number | null }>(sql, ["pending"]);
  const since = oldest?.since ?? null;
  return since === null ? 0 : (now() - Number(since)) / SECOND;
}

/** Routes knex's warnings to the log; knex would print them between its lines. */
function knexLog(log: Logger, outage: Outage): Knex.Logger {
  const warn = (message: unknown): void => {
    const [, refused] = /^Acquire connection error: (?:\w*Error: )?(.*)/.exec(String(message)) ?? [];
    if (refused === undefined) log.warn({ source: "knex" }, String(message));
    else outage.failed(refused);
  };
  return { warn, error: warn, deprecate: warn, debug: () => undefined };
}

/** Closes the threads and connections. Queries in progress finish first. */
export async function closeServices(services: Services): Promise<void> {
  await services.passwords.close();
  await services.counters.close();
  await services.reads.close();
  services.rows.close();
  await services.knex.destroy();
  await services.traces?.close();
}

const defaultLogger = ({ env }: Config): Logger => createLogger(env.LOG_LEVEL, env.APP_ENV === "production");
