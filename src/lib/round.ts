import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { now } from "./clock.js";

/** Shorter rests are taken together, because a timer isn't more exact. */
const SHORTEST_REST_MS = 5;

/**
 * The time limit of a round of housekeeping, and whether the process is stopping. The rest is done in the next round.
 * Without limits everything is done.
 */
export class Round {
  private readonly endsAt: number;
  private workingSince = performance.now();
  private owedMs = 0;

  /** @param share of the time that the work may take, between 0 and 1 */
  constructor(
    withinMs = Infinity,
    private readonly signal?: AbortSignal,
    private readonly share = 1,
  ) {
    this.endsAt = now() + withinMs;
  }

  get isOver(): boolean {
    return this.signal?.aborted === true || now() >= this.endsAt;
  }

  /** Lets requests run between two batches, and rests if the work has taken more than its share. */
  async pause(): Promise<void> {
    this.owedMs += (performance.now() - this.workingSince) * (1 / this.share - 1);
    if (this.owedMs < SHORTEST_REST_MS) await nextTurn();
    else await this.rest();
    this.workingSince = performance.now();
  }

  private async rest(): Promise<void> {
    await sleep(this.owedMs, undefined, this.signal && { signal: this.signal }).catch(() => undefined);
    this.owedMs = 0;
  }
}
