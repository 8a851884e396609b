import { placesOf } from "./buckets.js";
import { countBits } from "./postings.js";

/** Decoded orders of segments, which never change. Each takes up to 32 KB. */
const orders = new Map<string, Uint16Array>();
const MAX_ORDERS = 256;

interface Stamped {
  stamp: number;
}

const cacheKey = ({ stamp }: Stamped, bucket: number): string => `${stamp} ${bucket}`;

/** The places of the documents of the segment in the order of the bucket, unless they have to be read. */
export const knownPlaces = (segment: Stamped, bucket: number): Uint16Array | undefined =>
  orders.get(cacheKey(segment, bucket));

export function keepPlaces(segment: Stamped, bucket: number, data: Buffer): Uint16Array {
  const places = placesOf(data);
  if (orders.size >= MAX_ORDERS) orders.delete(orders.keys().next().value!);
  orders.set(cacheKey(segment, bucket), places);
  return places;
}

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
