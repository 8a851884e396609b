import { statSync } from "node:fs";
import knex, { type Knex } from "knex";
import { SECOND } from "../lib/clock.js";
import { RequestAborted, ServiceBusy } from "../lib/failures.js";
import { readerConfig, READERS } from "./knex-config.js";
import { isSqlite } from "./table.js";

const MAX_WAITING = 64;
/** As long as a statement waits for a connection. */
const LONGEST_WAIT_MS = 4 * SECOND;
const RETRY_AFTER_MS = SECOND;
/** No statement takes longer than about 5 ms on a smaller file, and passing its rows between threads takes as long. */
const SMALL_BYTES = 8 * 2 ** 20;
const SIZE_CACHED_MS = SECOND;

interface RunOptions {
  /** Of the request: work that hasn't started when it aborts never starts. */
  signal?: AbortSignal | undefined;
  /** For the next part of an answer that has begun: it waits as long as it must. */
  isPatient?: boolean;
}

const busy = (): ServiceBusy => new ServiceBusy(RETRY_AFTER_MS);

/**
 * Reads that can take long and belong to no transaction: lists, totals, exports and figures. SQLite's driver would
 * block the event loop, so large files are read in threads. A committed write is visible to the next read.
 */
export class Reads {
  private readonly threads: Knex | null;
  private readonly filename: string;
  private readonly queue = new Set<() => void>();
  private active = 0;
  private size = { isSmall: true, at: -Infinity };

  /** @param main the connections of everything else, which also read on MariaDB, from small files and from memory */
  constructor(
    private readonly main: Knex,
    log: Knex.Logger,
  ) {
    this.filename = isSqlite(main) ? (main.client as SqliteClient).connectionSettings.filename : ":memory:";
    this.threads = this.filename === ":memory:" ? null : knex({ ...readerConfig(this.filename), log });
  }

  /** Reads that wait for a thread. */
  get waiting(): number {
    return this.queue.size;
  }

  /**
   * Runs the work with the connection to read with. The work must not start another one.
   * @throws ServiceBusy when too many wait or it has waited too long; RequestAborted
   */
  async run<T>(work: (knex: Knex) => Promise<T>, options: RunOptions = {}): Promise<T> {
    if (this.threads === null || this.isSmall()) return work(this.main);
    if (options.signal?.aborted) throw new RequestAborted();
    if (this.active < READERS) this.active++;
    else await this.wait(options);
    try {
      return await work(this.threads);
    } finally {
      this.startNext();
    }
  }

  async close(): Promise<void> {
    await this.threads?.destroy();
  }

  /** Waits for the place of a work that has finished. */
  private async wait({ signal, isPatient }: RunOptions): Promise<void> {
    if (!isPatient && this.queue.size >= MAX_WAITING) throw busy();
    let drop: (error: Error) => void;
    const abort = (): void => drop(new RequestAborted());
    const timer = isPatient ? undefined : setTimeout(() => drop(busy()), LONGEST_WAIT_MS);
    signal?.addEventListener("abort", abort);
    try {
      await new Promise<void>((start, refuse) => {
        this.queue.add(start);
        drop = (error) => this.queue.delete(start) && refuse(error);
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

interface SqliteClient {
  connectionSettings: { filename: string };
}
