import { Turn } from "../../lib/turn.js";
import { encodeAscending, MAX_TEXT, POSITION_BITS } from "./postings.js";
import { sortedPlaces, type SortValues } from "./sorting.js";

/** What the index knows about a row: the searched text, and values that rows are filtered by. */
export interface Document {
  /** In the form of `searchKey`; each field follows a line feed. */
  text: string;
  attributes: readonly string[];
  /** Milliseconds since the epoch, UTC. */
  createdAt: number;
  /** What lists are sorted by. */
  sortValues: SortValues;
}

/** Documents per segment. The number of a document in all segments is its slot. */
export const SEGMENT_SIZE = 1 << 14;
export const GRAM = 3;

/** Small segments have fewer buckets, so that adding some documents writes few rows. */
const LARGE = { first: 0, count: 1024 };
const SMALL = { first: 1024, count: 64 };
const SMALL_DOCUMENTS = 4096;
/** The bucket with the creation times of the documents. */
export const CREATED_BUCKET = 2000;
/** The first of the buckets that have the places of the documents in one of the orders of the list. */
export const FIRST_ORDER_BUCKET = 2001;

/** The buckets that can have the key, in large and in small segments. */
export const bucketsOf = (key: string): number[] => [bucketIn(LARGE, key), bucketIn(SMALL, key)];

function bucketIn({ first, count }: typeof LARGE, key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return first + (((hash ^ (hash >>> 15)) >>> 0) % count);
}

/** Attributes are longer than the parts of a text. */
export const attributeKey = (name: string, value = ""): string => `=${name}:${value}`;

/**
 * The parts of a pattern that together cover it. A pattern of two characters is a line feed and the first character of
 * a field.
 */
export function partsOf(pattern: string): { key: string; offset: number }[] {
  if (pattern.length < GRAM) return [{ key: pattern, offset: 0 }];
  const last = pattern.length - GRAM;
  const offsets = [];
  for (let offset = 0; offset < last; offset += GRAM) offsets.push(offset);
  return [...offsets, last].map((offset) => ({ key: pattern.slice(offset, offset + GRAM), offset }));
}

/** Bucket → its bytes. Yields to other work between documents. @param orders of the list, as columns */
export async function bucketsOfDocuments(
  documents: readonly Document[],
  orders: readonly (readonly string[])[],
): Promise<Map<number, Buffer>> {
  const lists = new Map<string, number[]>();
  const add = (key: string, value: number): void => {
    const list = lists.get(key);
    if (list) list.push(value);
    else lists.set(key, [value]);
  };
  const turn = new Turn();
  for (const [number, { text, attributes }] of documents.entries()) {
    if (turn.isOver) await turn.next();
    const base = number << POSITION_BITS;
    for (const attribute of attributes) add(attribute, number);
    const first = Math.max(0, text.length - MAX_TEXT);
    for (let at = text.length - 2; at >= first; at--) {
      const value = base | (text.length - at);
      if (text[at] === "\n") add(text.slice(at, at + 2), value);
      if (at + GRAM <= text.length) add(text.slice(at, at + GRAM), value);
    }
  }
  const buckets = new Map<number, Buffer[]>();
  const kind = documents.length > SMALL_DOCUMENTS ? LARGE : SMALL;
  for (const [key, values] of lists) {
    if (turn.isOver) await turn.next();
    const bucket = bucketIn(kind, key);
    const entry = entryOf(key, encodeAscending(values));
    const entries = buckets.get(bucket);
    if (entries) entries.push(...entry);
    else buckets.set(bucket, entry);
  }
  const bytes = new Map<number, Buffer>(
    [...buckets].map(([bucket, entries]) => [bucket, Buffer.concat(entries)]),
  );
  const times = Float64Array.from(documents, ({ createdAt }) => createdAt);
  bytes.set(CREATED_BUCKET, Buffer.from(times.buffer));
  const rows = documents.map(({ sortValues }) => sortValues);
  for (const [index, columns] of orders.entries())
    bytes.set(FIRST_ORDER_BUCKET + index, Buffer.from((await sortedPlaces(rows, columns)).buffer));
  return bytes;
}

/** UTF-16, because a part of a text can end within a pair of surrogates. */
function entryOf(key: string, list: Buffer): Buffer[] {
  const name = Buffer.from(key, "utf16le");
  const head = Buffer.alloc(6);
  head.writeUInt16LE(name.length, 0);
  head.writeUInt32LE(list.length, 2);
  return [head, name, list];
}

/** The lists of those of the keys that the bucket has. */
export function listsIn(bytes: Buffer, keys: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const { name, list } of entriesOf(bytes))
    for (const [key, encoded] of keys) if (encoded.equals(name)) found.set(key, list);
  return found;
}

/** The places of the documents of a segment in an order. */
export const placesOf = (orderBucket: Buffer): Uint16Array =>
  new Uint16Array(Uint8Array.from(orderBucket).buffer);

/** All keys with their lists. */
export function* listsOf(buckets: ReadonlyMap<number, Buffer>): Generator<[key: string, list: Buffer]> {
  for (const [bucket, bytes] of buckets)
    if (bucket < CREATED_BUCKET)
      for (const { name, list } of entriesOf(bytes)) yield [name.toString("utf16le"), list];
}

function* entriesOf(bytes: Buffer): Generator<{ name: Buffer; list: Buffer }> {
  for (let at = 0; at < bytes.length;) {
    const name = at + 6;
    const start = name + bytes.readUInt16LE(at);
    const end = start + bytes.readUInt32LE(at + 2);
    yield { name: bytes.subarray(name, start), list: bytes.subarray(start, end) };
    at = end;
  }
}
