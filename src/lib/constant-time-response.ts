import { setTimeout as sleep } from "node:timers/promises";

/**
 * The result of the work, never before the time is over: what takes a few queries more where there is an account takes
 * as long where there is none.
 */
export async function noSoonerThan<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const over = sleep(ms);
  try {
    return await work();
  } finally {
    await over;
  }
}
