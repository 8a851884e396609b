import { now, SECOND } from "../clock.js";
import { ServiceBusy, TooManyAttempts, type LimitPolicy } from "../failures.js";

/** The state of a window that began with its first hit. */
export interface Count {
  hits: number;
  /** Milliseconds since the epoch. */
  resetsAt: number;
}

/** Counters in fixed windows that every process shares. */
export interface CounterStore {
  /** Adds hits and returns the new state. Exact under concurrency. @throws when the store isn't available */
  add(key: string, hits: number, windowMs: number): Promise<Count>;
  /**
   * `add` for several keys, in fewer round trips and commits. After an error it is unknown which hits were added.
   * @param hits by key
   * @returns the new states by key
   */
  addAll(hits: ReadonlyMap<string, number>, windowMs: number): Promise<Map<string, Count>>;
  reset(key: string): Promise<void>;
  /** Deletes expired windows; does nothing in a store that expires them itself. */
  prune(): Promise<void>;
  close(): Promise<void>;
}

/** Counts one hit. @throws ServiceBusy when the store isn't available */
export async function countHit(counters: CounterStore, key: string, windowMs: number): Promise<Count> {
  try {
    return await counters.add(key, 1, windowMs);
  } catch (cause) {
    throw new ServiceBusy(SECOND, { cause });
  }
}

/** Counts one attempt of a limit. @throws TooManyAttempts, ServiceBusy */
export async function countAttempt(counters: CounterStore, policy: LimitPolicy, key: string): Promise<void> {
  assertWithin(policy, await countHit(counters, key, policy.windowMs));
}

/** @throws TooManyAttempts */
export function assertWithin(policy: LimitPolicy, { hits, resetsAt }: Count): void {
  if (hits > policy.limit) throw new TooManyAttempts(resetsAt - now(), policy);
}
