import { placesOf } from "./buckets.js";
import { countBits } from "./postings.js";
import { SegmentCache, type Stamped } from "./segment-cache.js";

/** Each takes up to 32 KB. */
const orders = new SegmentCache<Uint16Array>(256);

/** The places of the documents of the segment in the order of the bucket, unless they have to be read. */
export const knownPlaces = (segment: Stamped, bucket: number): Uint16Array | undefined =>
  orders.get(segment, bucket);

export const keepPlaces = (segment: Stamped, bucket: number, data: Buffer): Uint16Array =>
  orders.set(segment, bucket, placesOf(data));

/** The first of the places whose bits are set, from the other end when descending. */
export function among(
  places: Uint16Array,
  bits: Uint32Array,
  isDescending: boolean,
  most: number,
): Uint16Array {
  const found = new Uint16Array(Math.min(most, countBits(bits)));
  const last = places.length - 1;
  let count = 0;
  for (let at = 0; at <= last && count < found.length; at++) {
    const place = places[isDescending ? last - at : at]!;
    if (bits[place >>> 5]! & (1 << (place & 31))) found[count++] = place;
  }
  return found;
}
