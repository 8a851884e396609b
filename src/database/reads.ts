import { statSync } from "node:fs";
import knex, { type Knex } from "knex";
import type { Abort } from "../lib/abort.js";
import { SECOND } from "../lib/clock.js";
import { RequestAborted, ServiceBusy } from "../lib/failures.js";
import type { ConnectionPool } from "../lib/telemetry/metrics.js";
import { readerConfig, READERS } from "./knex-config.js";
import { watchOf } from "./statement-watch.js";
import { isSqlite } from "./table.js";

/** The most reads that wait, and how long: as long as a statement waits for a connection. */
const LIMITS = { waiting: 64, waitMs: 4 * SECOND };
const RETRY_AFTER_MS = SECOND;
/** On a smaller file no read takes longer than about 5 ms, which isn't worth the memory of another process. */
const SMALL_BYTES = 8 * 2 ** 20;
const SIZE_CACHED_MS = SECOND;

interface RunOptions {
  /** Of the request: work that hasn't started when it aborts never starts. */
  signal?: Abort | undefined;
  /** For the next part of an answer that has begun: it waits as long as it must. */
  isPatient?: boolean;
}

const busy = (): ServiceBusy => new ServiceBusy(RETRY_AFTER_MS);

/**
 * Reads that can take long and belong to no transaction: lists, totals, exports and figures. SQLite's driver would
 * block the event loop, so large files are read by other processes. A committed write is visible to the next read.
 */
export class Reads {
  private readonly filename: string;
  /** Null unless the database is an SQLite file. */
  private readonly readers: Knex | null;
  private readonly queue = new Set<() => void>();
  private active = 0;
  private size = { isSmall: true, at: -Infinity };

  /** @param main the connections of everything else, which also read on MariaDB, from memory and from a small file */
  constructor(
    private readonly main: Knex,
    log: Knex.Logger,
    private readonly limits = LIMITS,
  ) {
    this.filename = isSqlite(main) ? (main.client as SqliteClient).connectionSettings.filename : ":memory:";
    const config = { ...readerConfig(this.filename), log, statements: watchOf(configOf(main)) };
    this.readers = this.filename === ":memory:" ? null : knex(config as Knex.Config);
  }

  /** The pools of connections by name. */
  get pools(): Record<string, ConnectionPool> {
    return { main: poolOf(this.main), ...(this.readers && { readers: poolOf(this.readers) }) };
  }

  /** The number of reads that wait for a reader. */
  get waiting(): number {
    return this.queue.size;
  }

  /**
   * Runs the work with the connection to read with. The work must not start another one.
   * @throws ServiceBusy when too many wait or it has waited too long; RequestAborted
   */
  async run<T>(work: (knex: Knex) => Promise<T>, options: RunOptions = {}): Promise<T> {
    if (this.readers === null || this.isSmall()) return work(this.main);
    if (options.signal?.aborted) throw new RequestAborted();
    if (this.active < READERS) this.active++;
    else await this.wait(options);
    try {
      return await work(this.readers);
    } finally {
      this.startNext();
    }
  }

  async close(): Promise<void> {
    await this.readers?.destroy();
  }

  /** Waits for the place of a work that has finished. */
  private async wait({ signal, isPatient }: RunOptions): Promise<void> {
    if (!isPatient && this.queue.size >= this.limits.waiting) throw busy();
    let drop: (error: Error) => void;
    const abort = (): void => drop(new RequestAborted());
    const timer = isPatient ? undefined : setTimeout(() => drop(busy()), this.limits.waitMs);
    signal?.addEventListener("abort", abort);
    try {
      await new Promise<void>((start, reject) => {
        this.queue.add(start);
        drop = (error) => this.queue.delete(start) && reject(error);
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Gives the place of a finished work to the one that has waited longest. */
  private startNext(): void {
    const [next] = this.queue;
    if (!next) return void this.active--;
    this.queue.delete(next);
    next();
  }

  private isSmall(): boolean {
    const time = performance.now();
    if (time - this.size.at >= SIZE_CACHED_MS) {
      const bytes = statSync(this.filename, { throwIfNoEntry: false })?.size ?? 0;
      this.size = { isSmall: bytes < SMALL_BYTES, at: time };
    }
    return this.size.isSmall;
  }
}

const configOf = (main: Knex): object => (main.client as { config: object }).config;
const poolOf = (of: Knex): ConnectionPool => (of.client as { pool: ConnectionPool }).pool;

interface SqliteClient {
  connectionSettings: { filename: string };
}
