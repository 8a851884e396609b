import { setImmediate as nextTurn } from "node:timers/promises";

const LONGEST_MS = 2;

/** Divides long work into turns of the event loop, so that other requests are served in between. */
export class Turn {
  private started = performance.now();

  /** Whether the work should wait for the next turn. */
  get isOver(): boolean {
    return performance.now() - this.started > LONGEST_MS;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.started = performance.now();
  }
}
