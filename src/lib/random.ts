import { randomBytes } from "node:crypto";
import { v7 } from "uuid";

const POOL = 4096;
let pool = Buffer.alloc(0);

/**
 * Bytes of the system's generator, fetched some at a time: a call for each few costs more than hashing them. Every byte
 * is handed out once and wiped from the pool.
 */
export function drawBytes(length: number): Buffer {
  if (pool.length < length) pool = randomBytes(POOL);
  const drawn = Buffer.from(pool.subarray(0, length));
  pool.fill(0, 0, length);
  pool = pool.subarray(length);
  return drawn;
}

/** A UUID that sorts by its time. */
export const sortableId = (): string => v7({ random: drawBytes(16) });
