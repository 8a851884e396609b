import type { Knex } from "knex";
import { selectAll } from "../raw.js";
import { bucketsOf, CREATED_BUCKET, listsIn, partsOf, SEGMENT_SIZE } from "./buckets.js";
import { clearBit, countBits, decodeAscending, eachBit, findParts, setBit } from "./postings.js";
import type { IndexedList } from "./sources.js";

/** The rows to find. All conditions apply. */
export interface Conditions {
  /** Parts of the text, in the form of `searchPatterns`. */
  patterns: readonly string[];
  /** Attributes of which each row has all. */
  every: readonly string[];
  /** Attributes of which no row has any. */
  none: readonly string[];
  /** Milliseconds since the epoch, inclusive. */
  createdFrom?: number | undefined;
  /** Milliseconds since the epoch, exclusive. */
  createdBefore?: number | undefined;
}

/** The rows of the index that match. Rows outside the index are counted by a query. */
export interface Matches {
  /** Including rows that aren't in the index yet. */
  total: number;
  /** Rows in the index. */
  indexed: number;
  /** The slots of the rows in the index. */
  slots(): number[];
}

export interface Segment {
  id: number;
  /** Random, because ids can occur again in another database. */
  stamp: number;
  size: number;
  firstCreated: number;
  lastCreated: number;
  /** Slots of the segment whose rows have changed or are gone. */
  dead: Buffer | null;
}

export interface State {
  segments: Segment[];
  dead: number[];
  unindexed: number;
}

const WORDS = SEGMENT_SIZE / 32;
/** Decoded attributes. Segments never change, so these are never outdated. */
const attributes = new Map<string, Uint32Array>();
const MAX_ATTRIBUTES = 4096;

/** Finds the rows of an index whose state was read. */
export class Finder {
  private readonly patterns: { key: string; offset: number }[][];
  private readonly bits = new Map<number, Uint32Array>();

  constructor(
    private readonly knex: Knex,
    private readonly list: IndexedList,
    private readonly conditions: Conditions,
    private readonly state: State,
  ) {
    this.patterns = conditions.patterns.map(partsOf);
  }

  /** Null when the index has changed since its state was read. */
  async find(): Promise<Matches | null> {
    const { segments, dead, unindexed } = this.state;
    const lists = await this.readLists();
    const times = lists && (await this.readTimes());
    if (!lists || !times) return null;
    for (const segment of segments) {
      const bits = this.matchesIn(segment, lists.get(segment.id) ?? new Map<string, Buffer>());
      this.limitTimes(segment, bits, times.get(segment.id));
      if (segment.dead) for (const index of decodeAscending(segment.dead)) clearBit(bits, index);
      this.bits.set(segment.id, bits);
    }
    for (const slot of dead) {
      const bits = this.bits.get(Math.floor(slot / SEGMENT_SIZE));
      if (bits) clearBit(bits, slot % SEGMENT_SIZE);
    }
    let indexed = 0;
    for (const bits of this.bits.values()) indexed += countBits(bits);
    return { total: indexed + unindexed, indexed, slots: () => this.slots() };
  }

  private slots(): number[] {
    const slots: number[] = [];
    for (const [id, bits] of this.bits) eachBit(bits, (index) => slots.push(id * SEGMENT_SIZE + index));
    return slots;
  }

  private matchesIn(segment: Segment, lists: ReadonlyMap<string, Buffer>): Uint32Array {
    const { size } = segment;
    const bits = new Uint32Array(WORDS).fill(-1, 0, size >>> 5);
    if (size % 32 > 0) bits[size >>> 5] = (1 << (size % 32)) - 1;
    for (const key of this.conditions.every) {
      const having = attributeIn(segment, key, lists);
      for (let at = 0; at < WORDS; at++) bits[at]! &= having[at]!;
    }
    for (const key of this.conditions.none) {
      const having = attributeIn(segment, key, lists);
      for (let at = 0; at < WORDS; at++) bits[at]! &= ~having[at]!;
    }
    for (const parts of this.patterns) {
      const found = new Uint32Array(WORDS);
      if (parts.every(({ key }) => lists.has(key)))
        findParts(
          parts.map(({ key, offset }) => ({ offset, bytes: lists.get(key)! })),
          found,
        );
      for (let at = 0; at < WORDS; at++) bits[at]! &= found[at]!;
    }
    return bits;
  }

  /** Segment → key → list. Null when a segment is gone. */
  private async readLists(): Promise<Map<number, Map<string, Buffer>> | null> {
    const { every, none } = this.conditions;
    const { segments } = this.state;
    const missing = [...every, ...none].filter(
      (key) => !segments.every((segment) => attributes.has(cacheKey(segment, key))),
    );
    const names = [...this.patterns.flatMap((parts) => parts.map(({ key }) => key)), ...missing];
    const keys = new Map(names.map((key) => [key, Buffer.from(key, "utf16le")]));
    const found = new Map<number, Map<string, Buffer>>();
    if (keys.size === 0 || segments.length === 0) return found;
    const rows = await this.readBuckets([...new Set(names.flatMap(bucketsOf))]);
    if (!rows) return null;
    for (const { segment, data } of rows) {
      const lists = found.get(segment) ?? new Map<string, Buffer>();
      for (const [key, list] of listsIn(data, keys)) lists.set(key, list);
      found.set(segment, lists);
    }
    return found;
  }

  private async readBuckets(
    buckets: readonly number[],
    ids?: readonly number[],
  ): Promise<{ segment: number; data: Buffer }[] | null> {
    const among = ids ? ` and segment in (${placeholders(ids)})` : "";
    const rows = await selectAll<{ segment: number; data: Buffer | null }>(
      this.knex,
      `select segment, data from list_postings where list = ? and bucket in (${placeholders(buckets)})${among}
       union all select stamp, null from list_segments where list = ?`,
      [this.list, ...buckets, ...(ids ?? []), this.list],
    );
    const present = new Set(rows.filter(({ data }) => data === null).map(({ segment }) => segment));
    if (!this.state.segments.every(({ stamp }) => present.has(stamp))) return null;
    return rows.filter((row): row is { segment: number; data: Buffer } => row.data !== null);
  }

  /** The creation times of the segments that aren't completely inside or outside the range. */
  private async readTimes(): Promise<Map<number, Float64Array> | null> {
    const { createdFrom = -Infinity, createdBefore = Infinity } = this.conditions;
    const partial = this.state.segments.filter(
      ({ firstCreated, lastCreated }) =>
        lastCreated >= createdFrom &&
        firstCreated < createdBefore &&
        (firstCreated < createdFrom || lastCreated >= createdBefore),
    );
    const times = new Map<number, Float64Array>();
    if (partial.length === 0) return times;
    const ids = partial.map(({ id }) => id);
    const rows = await this.readBuckets([CREATED_BUCKET], ids);
    if (!rows) return null;
    for (const { segment, data } of rows) times.set(segment, new Float64Array(Uint8Array.from(data).buffer));
    return times;
  }

  private limitTimes(
    { firstCreated, lastCreated, size }: Segment,
    bits: Uint32Array,
    times?: Float64Array,
  ): void {
    const { createdFrom = -Infinity, createdBefore = Infinity } = this.conditions;
    if (lastCreated < createdFrom || firstCreated >= createdBefore) bits.fill(0);
    else if (times)
      for (let index = 0; index < size; index++)
        if (times[index]! < createdFrom || times[index]! >= createdBefore) clearBit(bits, index);
  }
}

function attributeIn(segment: Segment, key: string, lists: ReadonlyMap<string, Buffer>): Uint32Array {
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

const cacheKey = ({ stamp }: Segment, key: string): string => `${stamp} ${key}`;

const placeholders = (values: readonly unknown[]): string => values.map(() => "?").join(",");
