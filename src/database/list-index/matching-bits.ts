import { SEGMENT_SIZE } from "./buckets.js";
import { decodeAscending, findParts, setBit } from "./postings.js";
import { SegmentCache, type Stamped } from "./segment-cache.js";

export const WORDS = SEGMENT_SIZE / 32;

/** A part of a pattern with its place in it. */
export interface KeyAt {
  key: string;
  offset: number;
}

/** The rows of segments that have an attribute or a pattern. Each takes 2 KB. */
const known = new SegmentCache<Uint32Array>(4096);

/** The rows with the attribute or the pattern, unless lists have to be read for them. */
export const knownBits = (segment: Stamped, what: string): Uint32Array | undefined =>
  known.get(segment, what);

export const patternName = (parts: readonly KeyAt[]): string => JSON.stringify(parts);

/** The rows of the segment that have the attribute. */
export const withAttribute = (
  segment: Stamped,
  key: string,
  lists: ReadonlyMap<string, Buffer>,
): Uint32Array =>
  keep(segment, key, (bits) => {
    const list = lists.get(key);
    if (list) for (const index of decodeAscending(list)) setBit(bits, index);
  });

/** The rows of the segment in whose text all parts are at their places. */
export const withPattern = (
  segment: Stamped,
  parts: readonly KeyAt[],
  lists: ReadonlyMap<string, Buffer>,
): Uint32Array =>
  keep(segment, patternName(parts), (bits) => {
    if (parts.every(({ key }) => lists.has(key)))
      findParts(
        parts.map(({ key, offset }) => ({ offset, bytes: lists.get(key)! })),
        bits,
      );
  });

function keep(segment: Stamped, what: string, fill: (bits: Uint32Array) => void): Uint32Array {
  const bits = new Uint32Array(WORDS);
  fill(bits);
  return known.set(segment, what, bits);
}
