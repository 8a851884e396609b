import { now } from "./clock.js";

/**
 * The time limit of a round of housekeeping, and whether the process is stopping. The rest is done in the next round.
 * Without limits everything is done.
 */
export class Round {
  private readonly endsAt: number;

  constructor(
    withinMs = Infinity,
    private readonly signal?: AbortSignal,
  ) {
    this.endsAt = now() + withinMs;
  }

  get isOver(): boolean {
    return this.signal?.aborted === true || now() >= this.endsAt;
  }

  /** Lets requests run between two batches. */
  pause(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }
}
