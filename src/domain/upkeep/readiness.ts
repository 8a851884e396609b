import type { Knex } from "knex";
import { sqliteFile } from "../../config/addresses.js";
import { isReplaced } from "../../database/sqlite/opened-files.js";
import { hasPendingMigrations } from "../../database/state.js";
import { inTransaction } from "../../database/transaction.js";
import { MINUTE, now, SECOND } from "../../lib/clock.js";
import { verifyAppKey } from "./app-key.js";
import type { Services } from "../services.js";

/** The parts that sign-in needs. */
export type Part = "database" | "migrations" | "app_key" | "redis";
export interface Readiness {
  isReady: boolean;
  parts: Partial<Record<Part, "ok" | "failed">>;
}

/** How long a result is reused, because a probe writes to the database. */
const CACHED_MS = SECOND;

/** Checks, part by part, whether this process can sign users in. */
export class ReadinessProbe {
  private last: { result: Promise<Readiness>; at: number | null } | null = null;
  private keyVerified = false;
  private readonly failedParts = new Set<Part>();

  constructor(private readonly services: Services) {}

  /** Runs at most one probe a second, and one at a time. */
  check(): Promise<Readiness> {
    if (this.last && this.isFresh(this.last.at)) return this.last.result;
    const probe: typeof this.last = { result: this.probe(), at: null };
    this.last = probe;
    void probe.result.then(() => (probe.at = now()));
    return probe.result;
  }

  /** A probe in progress is fresh. A clock that is set back doesn't make a result fresh. */
  private isFresh(at: number | null): boolean {
    return at === null || (at <= now() && now() - at < CACHED_MS);
  }

  private async probe(): Promise<Readiness> {
    const { config, counters, knex } = this.services;
    // in parallel, because each can take as long as the query timeout
    const [database, migrations, app_key, redis] = await Promise.all([
      this.attempt("database", () => this.proveDatabase()),
      this.attempt("migrations", () => rejectPending(knex)),
      this.attempt("app_key", () => this.verifyKeyOnce()),
      // writes, because a Redis that is full, read-only or needs a password still answers reads
      config.env.REDIS_URL && this.attempt("redis", () => counters.add("readiness", 1, MINUTE)),
    ]);
    const parts = { database, migrations, app_key, ...(redis ? { redis } : {}) };
    return { isReady: Object.values(parts).every((state) => state === "ok"), parts };
  }

  private async proveDatabase(): Promise<void> {
    await proveWritable(this.services.knex);
    const file = sqliteFile(this.services.config.env.DATABASE_URL);
    if (file !== null && isReplaced(file))
      throw new Error(
        `${file} was replaced or deleted, and the former file is still open: restart the service`,
      );
  }

  /** Logs a part when it fails and when it is ready again, not at each probe. */
  private async attempt(part: Part, work: () => Promise<unknown>): Promise<"ok" | "failed"> {
    try {
      await work();
      if (this.failedParts.delete(part)) this.services.log.warn({ part }, "ready again");
      return "ok";
    } catch (error) {
      if (!this.failedParts.has(part)) this.services.outages.warn(error, "not ready", { part });
      this.failedParts.add(part);
      return "failed";
    }
  }

  /** The key can't change while the process runs. */
  private async verifyKeyOnce(): Promise<void> {
    if (this.keyVerified) return;
    await verifyAppKey(this.services.knex, this.services.encryption);
    this.keyVerified = true;
  }
}

/**
 * Inserts a row, because a read-only database or a full disk still answers reads, and an update may need no space.
 */
export async function proveWritable(knex: Knex): Promise<void> {
  const name = "readiness";
  await inTransaction(knex, async (trx) => {
    await trx("service_state").where({ name }).del();
    await trx("service_state").insert({ name, value: "", updated_at: now() });
  });
}

async function rejectPending(knex: Knex): Promise<void> {
  if (await hasPendingMigrations(knex)) throw new Error("migrations are pending");
}
