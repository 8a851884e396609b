/** What is left of a window that opened with its first hit. */
export interface Count {
  hits: number;
  /** Milliseconds since the epoch. */
  resetsAt: number;
}

/** Counters in fixed windows that every process shares. */
export interface CounterStore {
  /** Adds hits and returns the new state. Exact under concurrency. @throws when the store cannot be asked. */
  add(key: string, hits: number, windowMs: number): Promise<Count>;
  reset(key: string): Promise<void>;
  /** Forgets expired windows; a store that forgets by itself has nothing to do. */
  prune(): Promise<void>;
  close(): Promise<void>;
}
