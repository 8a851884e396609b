import { SEGMENT_SIZE } from "./buckets.js";
import { decodeAscending, setBit } from "./postings.js";

export const WORDS = SEGMENT_SIZE / 32;

/** Decoded attributes. Segments never change, so these are never outdated. */
const attributes = new Map<string, Uint32Array>();
const MAX_ATTRIBUTES = 4096;

/** The rows of the segment that have the attribute. */
export function attributeIn(
  segment: { stamp: number },
  key: string,
  lists: ReadonlyMap<string, Buffer>,
): Uint32Array {
  const name = cacheKey(segment, key);
  const known = attributes.get(name);
  if (known) return known;
  const bits = new Uint32Array(WORDS);
  const list = lists.get(key);
  if (list) for (const index of decodeAscending(list)) setBit(bits, index);
  if (attributes.size >= MAX_ATTRIBUTES) attributes.delete(attributes.keys().next().value!);
  attributes.set(name, bits);
  return bits;
}

const cacheKey = ({ stamp }: { stamp: number }, key: string): string => `${stamp} ${key}`;

export const isDecoded = (segment: { stamp: number }, key: string): boolean =>
  attributes.has(cacheKey(segment, key));
