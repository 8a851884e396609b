import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { Answer } from "./processes.js";

/**
 * Sends one request after the other until the promise is settled.
 * @returns the response times in milliseconds
 */
export async function timesUntil(
  ended: Promise<unknown>,
  ask: () => Promise<Answer>,
  pauseMs = 0,
): Promise<number[]> {
  const times: number[] = [];
  let running = true;
  void ended.finally(() => (running = false));
  while (running) {
    const started = performance.now();
    expect((await ask()).status).to.equal(200);
    times.push(performance.now() - started);
    await sleep(pauseMs);
  }
  return times;
}

/** The 99th percentile. */
export const p99 = (times: number[]): number =>
  times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]!;
