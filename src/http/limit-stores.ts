import type { ClientRateLimitInfo, Options, Store } from "express-rate-limit";
import { countHit, type Count, type CounterStore } from "../lib/counters/counters.js";
import { now, SECOND } from "../lib/clock.js";

const toInfo = ({ hits, resetsAt }: Count): ClientRateLimitInfo => ({
  totalHits: hits,
  resetTime: new Date(resetsAt),
});

/** Counts every request in the shared store before it continues, and rejects it when the store fails. */
export class ExactStore implements Store {
  private windowMs = 0;

  constructor(
    private readonly counters: CounterStore,
    readonly prefix: string,
  ) {}

  init({ windowMs }: Options): void {
    this.windowMs = windowMs;
  }

  async increment(key: string): Promise<ClientRateLimitInfo> {
    return toInfo(await countHit(this.counters, this.prefix + key, this.windowMs));
  }

  async decrement(key: string): Promise<void> {
    await this.counters.add(this.prefix + key, -1, this.windowMs);
  }

  resetKey(key: string): Promise<void> {
    return this.counters.reset(this.prefix + key);
  }
}

interface Entry extends Count {
  /** Requests of this process that aren't in the shared store yet. */
  pending: number;
}

/** Together they take 0.3 ms on SQLite. */
const EXCHANGED_AT_ONCE = 100;

/**
 * Counts in memory and reconciles with the shared store every second: a request costs no query, but several processes
 * can exceed the limit within one interval. Requests continue while the store fails.
 */
export class ReconcilingStore implements Store {
  private windowMs = 0;
  private readonly entries = new Map<string, Entry>();
  private readonly timer: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly counters: CounterStore,
    readonly prefix: string,
    private readonly onError: (error: unknown) => void,
  ) {
    this.timer = setInterval(() => void this.reconcile(), SECOND).unref();
  }

  init({ windowMs }: Pick<Options, "windowMs">): void {
    this.windowMs = windowMs;
  }

  increment(key: string): Promise<ClientRateLimitInfo> {
    return Promise.resolve(toInfo(this.add(key)));
  }

  /** Counts a request. */
  add(key: string): Count {
    const existing = this.current(key);
    const entry = existing ?? { hits: 0, pending: 0, resetsAt: now() + this.windowMs };
    entry.hits++;
    entry.pending++;
    if (!existing) this.entries.set(key, entry);
    return entry;
  }

  decrement(key: string): Promise<void> {
    const entry = this.current(key);
    if (entry) {
      entry.hits--;
      entry.pending--;
    }
    return Promise.resolve();
  }

  async resetKey(key: string): Promise<void> {
    this.entries.delete(key);
    await this.counters.reset(this.prefix + key);
  }

  /** Requests in the current window, without adding one. */
  hits(key: string): number {
    return this.current(key)?.hits ?? 0;
  }

  /** Reconciles once with the shared store, after a round in progress. */
  reconcile(): Promise<void> {
    this.running = this.running.then(() => this.exchange()).catch(this.onError);
    return this.running;
  }

  /** Stops using the shared store, whose owner closes it next. */
  shutdown(): void {
    this.stopped = true;
    clearInterval(this.timer);
  }

  private async exchange(): Promise<void> {
    for (const [key, { resetsAt }] of this.entries) if (resetsAt <= now()) this.entries.delete(key);
    const changed = [...this.entries].filter(([, { pending }]) => pending > 0);
    for (let from = 0; from < changed.length && !this.stopped; from += EXCHANGED_AT_ONCE)
      await this.exchangeSome(changed.slice(from, from + EXCHANGED_AT_ONCE));
  }

  private async exchangeSome(entries: [string, Entry][]): Promise<void> {
    const sent = new Map(entries.map(([key, { pending }]) => [this.prefix + key, pending]));
    const shared = await this.counters.addAll(sent, this.windowMs);
    for (const [key, entry] of entries) {
      const { hits, resetsAt } = shared.get(this.prefix + key)!;
      entry.pending -= sent.get(this.prefix + key)!;
      entry.hits = hits + entry.pending;
      entry.resetsAt = resetsAt;
    }
  }

  private current(key: string): Entry | undefined {
    const entry = this.entries.get(key);
    return entry && entry.resetsAt > now() ? entry : undefined;
  }
}
