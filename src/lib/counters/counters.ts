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
