import { setImmediate as yieldToOthers, setTimeout as sleep } from "node:timers/promises";
import { now } from "./clock.js";

/** Shorter sleeps are taken together, because a timer isn't more exact. */
const SHORTEST_SLEEP_MS = 5;

/**
 * The time limit of a run of maintenance work, and whether the process is stopping. What is left is done in the next run.
 * Without limits everything is done.
 */
export class MaintenanceBudget {
  private readonly endsAt: number;
  private workingSince = performance.now();
  private throttleDebtMs = 0;

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

  /** Lets requests run between two batches, and sleeps if the work has taken more than its share. */
  async pause(): Promise<void> {
    this.throttleDebtMs += (performance.now() - this.workingSince) * (1 / this.share - 1);
    if (this.throttleDebtMs < SHORTEST_SLEEP_MS) await yieldToOthers();
    else await this.payDebt();
    this.workingSince = performance.now();
  }

  private async payDebt(): Promise<void> {
    await sleep(this.throttleDebtMs, undefined, this.signal && { signal: this.signal }).catch(
      () => undefined,
    );
    this.throttleDebtMs = 0;
  }
}
