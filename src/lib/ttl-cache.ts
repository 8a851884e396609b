import { now } from "./clock.js";

/** A cached value and when it was computed, in milliseconds since the epoch. */
export interface Cached<T> {
  value: T;
  at: number;
}

/** Keeps results of costly computations for a fixed time. Concurrent callers share one computation. */
export class TtlCache {
  private readonly entries = new Map<string, Cached<Promise<unknown>>>();

  constructor(private readonly ttlMs: number) {}

  /** @param key of the value; the number of different keys must be small */
  async get<T>(key: string, compute: () => Promise<T>): Promise<Cached<T>> {
    const cached = this.entries.get(key);
    const { value, at } = cached && this.isFresh(cached) ? cached : this.start(key, compute);
    return { value: (await value) as T, at };
  }

  /** A clock that is set back doesn't make a value fresh. */
  private isFresh({ at }: Cached<unknown>): boolean {
    return at <= now() && now() - at < this.ttlMs;
  }

  private start<T>(key: string, compute: () => Promise<T>): Cached<Promise<T>> {
    for (const [old, entry] of this.entries) if (!this.isFresh(entry)) this.entries.delete(old);
    const entry = { value: compute(), at: now() };
    this.entries.set(key, entry);
    // a failure isn't cached
    entry.value.catch(() => this.entries.delete(key));
    return entry;
  }
}
