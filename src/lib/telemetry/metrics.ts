import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { eventCounters, hashWaits, mailDurations, webhookDurations } from "./event-figures.js";
import { RequestFigures } from "./request-figures.js";
import { StatementFigures } from "./statement-figures.js";
import { inTime } from "../time-limit.js";
import { PRODUCT_VERSION } from "../version.js";

/** Milliseconds. While the database is slow, the metrics of the processes are needed most. */
const READ_WITHIN = 500;

/** A pool of connections, as knex has it. */
export interface ConnectionPool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** Figures that are read from the database. */
interface DatabaseFigures {
  /** How far the clock of this machine is ahead of the database's, in seconds. */
  skew: () => Promise<number>;
  /** The mails by status. */
  counts: () => Promise<Record<string, number>>;
  /** Since how many seconds the oldest mail is due; 0 if none is. */
  delay: () => Promise<number>;
  /** For how many seconds the oldest event that webhooks are to be sent has waited; 0 if none does. */
  undelivered: () => Promise<number>;
}

/**
 * The metrics of a running service (docs/monitoring.md). Nothing is measured unless they are on. Figures of the whole
 * database have the aggregator `first`, because every process reports the same ones.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new RequestFigures(this.registry);
  readonly statements = new StatementFigures(this.registry);
  readonly waitingReads = new Gauge({
    name: "authdock_waiting_reads",
    help: "Lists, exports and figures that wait for a reader of the SQLite file.",
    registers: [this.registry],
  });

  /** Known only when the metrics of all processes have been collected. */
  readonly processes = new Gauge({
    name: "authdock_processes",
    help: "Processes of this machine whose metrics these are, by state: answered, silent.",
    labelNames: ["state"] as const,
    aggregator: "first",
    registers: [this.registry],
  });

  readonly contractViolations;
  readonly signIns;
  readonly limitedRequests;
  readonly slowStatements;
  readonly deprecatedCalls;
  readonly mails;
  readonly logoutNotices;
  readonly webhookDeliveries;
  readonly webhookFailures;
  readonly webhookDurations = webhookDurations(this.registry);
  readonly mailDurations = mailDurations(this.registry);
  readonly hashWaits = hashWaits(this.registry);

  /** @param isOn whether METRICS_TOKEN is set */
  constructor(readonly isOn: boolean) {
    const counters = eventCounters(this.registry, isOn);
    this.contractViolations = counters.contractViolations;
    this.signIns = counters.signIns;
    this.limitedRequests = counters.limitedRequests;
    this.slowStatements = counters.slowStatements;
    this.deprecatedCalls = counters.deprecatedCalls;
    this.mails = counters.mails;
    this.logoutNotices = counters.logoutNotices;
    this.webhookDeliveries = counters.webhookDeliveries;
    this.webhookFailures = counters.webhookFailures;
    new Gauge({
      name: "authdock_build_info",
      help: "Always 1; the version of the service and of Node.js.",
      labelNames: ["version", "node"] as const,
      aggregator: "first",
      registers: [this.registry],
    }).set({ version: PRODUCT_VERSION, node: process.version }, 1);
  }

  /** Adds metrics of the process: memory, event loop, garbage collection. */
  collectProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Reports the connections of each pool to the database. */
  watchPools(pools: Record<string, ConnectionPool>): void {
    new Gauge({
      name: "authdock_database_connections",
      help: "Connections to the database by pool (main, readers) and state (used, free).",
      labelNames: ["pool", "state"] as const,
      registers: [this.registry],
      collect() {
        for (const [pool, connections] of Object.entries(pools)) {
          this.set({ pool, state: "used" }, connections.numUsed());
          this.set({ pool, state: "free" }, connections.numFree());
        }
      },
    });
    new Gauge({
      name: "authdock_database_connection_waiters",
      help: "Statements and transactions that wait for a connection, by pool.",
      labelNames: ["pool"] as const,
      registers: [this.registry],
      collect() {
        for (const [pool, connections] of Object.entries(pools))
          this.set({ pool }, connections.numPendingAcquires());
      },
    });
  }

  /** Reports the passwords that wait for a thread. */
  watchHashQueue(length: () => number): void {
    new Gauge({
      name: "authdock_password_hash_queue",
      help: "Passwords that wait to be hashed or compared. The service refuses more than 64 in a process.",
      registers: [this.registry],
      collect() {
        this.set(length());
      },
    });
  }

  /** Reports figures of the database and its mail queue. Those that take too long are left out. */
  watchDatabase(
    { counts, delay, skew, undelivered }: DatabaseFigures,
    onError: (error: unknown) => void,
  ): void {
    const inTimeOrNull = <T>(value: Promise<T>): Promise<T | null> =>
      inTime(value, READ_WITHIN, "The database didn't answer in time.").catch((error: unknown) => {
        onError(error);
        return null;
      });
    new Gauge({
      name: "authdock_clock_skew_seconds",
      help: "How far the clock of this machine is ahead of the database's; 0 on SQLite, NaN while the database isn't available.",
      registers: [this.registry],
      aggregator: "first", // the processes of a machine have one clock
      async collect() {
        this.set((await inTimeOrNull(skew())) ?? NaN);
      },
    });
    new Gauge({
      name: "authdock_mails",
      help: "Mails by status: queued, failed, expired. At most a minute old; missing while the database isn't available.",
      labelNames: ["status"] as const,
      aggregator: "first", // all processes share the queue
      registers: [this.registry],
      async collect() {
        const found = await inTimeOrNull(counts());
        this.reset();
        for (const [status, count] of Object.entries(found ?? {})) this.set({ status }, count);
      },
    });
    new Gauge({
      name: "authdock_mail_delay_seconds",
      help: "How long the oldest mail that is due has waited; 0 if none is, NaN while the database isn't available.",
      aggregator: "first",
      registers: [this.registry],
      async collect() {
        this.set((await inTimeOrNull(delay())) ?? NaN);
      },
    });
    new Gauge({
      name: "authdock_webhook_oldest_undelivered_seconds",
      help: "How long the oldest event that is still to be sent to a webhook has waited; 0 if none is, NaN while the database isn't available.",
      aggregator: "first",
      registers: [this.registry],
      async collect() {
        this.set((await inTimeOrNull(undelivered())) ?? NaN);
      },
    });
  }
}
