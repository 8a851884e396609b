import { setTimeout as sleep } from "node:timers/promises";

/**
 * The result of the work after at least this time, so that the additional queries for an existing account don't show.
 */
export async function noSoonerThan<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const over = sleep(ms);
  try {
    return await work();
  } finally {
    await over;
  }
}
