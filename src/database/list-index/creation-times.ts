import type { Conditions } from "./conditions.js";
import { clearBit } from "./postings.js";

type Range = Pick<Conditions, "createdFrom" | "createdBefore">;
interface Times {
  size: number;
  firstCreated: number;
  lastCreated: number;
}

/** Whether the segment can have rows inside and outside the range. */
export const isPartlyWithin = (
  { firstCreated, lastCreated }: Times,
  { createdFrom = -Infinity, createdBefore = Infinity }: Range,
): boolean =>
  lastCreated >= createdFrom &&
  firstCreated < createdBefore &&
  (firstCreated < createdFrom || lastCreated >= createdBefore);

/** Removes the rows outside the range. @param times of the rows of a segment that is partly within */
export function keepWithin(
  { firstCreated, lastCreated, size }: Times,
  { createdFrom = -Infinity, createdBefore = Infinity }: Range,
  bits: Uint32Array,
  times?: Float64Array,
): void {
  if (lastCreated < createdFrom || firstCreated >= createdBefore) bits.fill(0);
  else if (times)
    for (let index = 0; index < size; index++)
      if (times[index]! < createdFrom || times[index]! >= createdBefore) clearBit(bits, index);
}
