import { setTimeout as sleep } from "node:timers/promises";
import { isConflict } from "./errors.js";

/** How long a statement waits for others. All attempts together must be shorter than the limit of a request. */
export interface RetryPolicy {
  /** How often a transaction, or a single statement, is run. */
  attempts: number;
  /** Milliseconds that each attempt waits for a lock. */
  lockWaitMs: number;
}
export const PATIENCE: RetryPolicy = { attempts: 6, lockWaitMs: 1000 };

/** Repeats the work after a conflict, with a short random delay. @throws the last conflict */
export async function retryConflicts<T>(
  work: () => Promise<T>,
  { attempts }: Pick<RetryPolicy, "attempts"> = PATIENCE,
): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
}
