import type { Knex } from "knex";
import { Turn } from "../../lib/turn.js";
import { selectAll } from "../raw.js";
import { bucketsOf, CREATED_BUCKET, listsIn, partsOf, SEGMENT_SIZE } from "./buckets.js";
import { knownBits, patternName, withAttribute, withPattern, WORDS, type KeyAt } from "./matching-bits.js";
import { clearBit, countBits, decodeAscending, eachBit } from "./postings.js";
import { bySegment } from "./segments.js";
import type { Conditions, Matches, SortedMatches } from "./conditions.js";
import { isPartlyWithin, keepWithin } from "./creation-times.js";
import { among, keepPlaces, knownPlaces } from "./orders.js";
import { orderBucket, type IndexedList } from "./sources.js";

export interface Segment {
  id: number;
  /** Random, because ids can occur again in another database. */
  stamp: number;
  size: number;
  firstCreated: number;
  lastCreated: number;
  /** Slots that no row has any more. */
  dead: Buffer | null;
}

export interface State {
  segments: Segment[];
  /** Slots whose rows have changed or are gone, but that aren't marked in their segments yet. */
  invalid: number[];
  /** The number of matching rows outside the index. */
  outside: number;
}

/** Finds the rows of an index whose state was read. */
export class Finder {
  private readonly patterns: KeyAt[][];
  /** Segment and attribute or pattern → the rows that have it. */
  private readonly held = new Map<string, Uint32Array>();
  /** Segment → its matches. */
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
    const { segments, invalid, outside } = this.state;
    const lists = await this.readLists();
    const times = lists && (await this.readTimes());
    if (!lists || !times) return null;
    const invalidIn = bySegment(invalid);
    let indexed = 0;
    const turn = new Turn();
    for (const segment of segments) {
      if (turn.isOver) await turn.next();
      const matching = this.matchesIn(segment, lists.get(segment.id) ?? new Map<string, Buffer>());
      keepWithin(segment, this.conditions, matching, times.get(segment.id));
      if (segment.dead) for (const place of decodeAscending(segment.dead)) clearBit(matching, place);
      for (const place of invalidIn.get(segment.id) ?? []) clearBit(matching, place);
      this.bits.set(segment.id, matching);
      indexed += countBits(matching);
    }
    return {
      total: indexed + outside,
      indexed,
      size: segments.reduce((sum, { size }) => sum + size, 0),
      slots: () => this.slots(),
      sorted: (...order) => this.sorted(...order),
    };
  }

  private slots(): number[] {
    const slots: number[] = [];
    for (const [id, bits] of this.bits) eachBit(bits, (index) => slots.push(id * SEGMENT_SIZE + index));
    return slots;
  }

  private async sorted(
    columns: readonly string[],
    isDescending: boolean,
    most: number,
  ): Promise<SortedMatches[] | null> {
    const { segments } = this.state;
    const bucket = orderBucket(this.list, columns);
    if (bucket === null) return null;
    const known = segments.map((segment) => knownPlaces(segment, bucket));
    const missing = segments.filter((_, index) => !known[index]).map(({ id }) => id);
    const rows = missing.length > 0 ? await this.readBuckets([bucket], missing) : [];
    // of a segment that the previous release has written
    if (rows?.length !== missing.length) return null;
    const read = new Map(rows.map(({ segment, data }) => [segment, data]));
    const sorted: SortedMatches[] = [];
    const turn = new Turn();
    for (const [index, segment] of segments.entries()) {
      if (turn.isOver) await turn.next();
      const places = known[index] ?? keepPlaces(segment, bucket, read.get(segment.id)!);
      const matching = among(places, this.bits.get(segment.id)!, isDescending, most);
      sorted.push({ first: segment.id * SEGMENT_SIZE, places: matching });
    }
    return sorted;
  }

  private matchesIn(segment: Segment, lists: ReadonlyMap<string, Buffer>): Uint32Array {
    const { size } = segment;
    const bits = new Uint32Array(WORDS).fill(-1, 0, size >>> 5);
    if (size % 32 > 0) bits[size >>> 5] = (1 << (size % 32)) - 1;
    for (const key of this.conditions.every) {
      const having = this.heldBits(segment, key) ?? withAttribute(segment, key, lists);
      for (let at = 0; at < WORDS; at++) bits[at]! &= having[at]!;
    }
    for (const key of this.conditions.none) {
      const having = this.heldBits(segment, key) ?? withAttribute(segment, key, lists);
      for (let at = 0; at < WORDS; at++) bits[at]! &= ~having[at]!;
    }
    for (const parts of this.patterns) {
      const found = this.heldBits(segment, patternName(parts)) ?? withPattern(segment, parts, lists);
      for (let at = 0; at < WORDS; at++) bits[at]! &= found[at]!;
    }
    return bits;
  }

  /** Segment → key → list. Null when a segment is gone. */
  private async readLists(): Promise<Map<number, Map<string, Buffer>> | null> {
    const { every, none } = this.conditions;
    const { segments } = this.state;
    const isMissing = (what: string): boolean => !segments.every((segment) => this.hold(segment, what));
    const names = [
      ...[...every, ...none].filter(isMissing),
      ...this.patterns
        .filter((parts) => isMissing(patternName(parts)))
        .flatMap((parts) => parts.map(({ key }) => key)),
    ];
    const keys = new Map(names.map((key) => [key, Buffer.from(key, "utf16le")]));
    const found = new Map<number, Map<string, Buffer>>();
    if (keys.size === 0 || segments.length === 0) return found;
    const rows = await this.readBuckets([...new Set(names.flatMap(bucketsOf))]);
    if (!rows) return null;
    const turn = new Turn();
    for (const { segment, data } of rows) {
      if (turn.isOver) await turn.next();
      const lists = found.get(segment) ?? new Map<string, Buffer>();
      for (const [key, list] of listsIn(data, keys)) lists.set(key, list);
      found.set(segment, lists);
    }
    return found;
  }

  /** Keeps what is known until this search ends. @returns whether it is known */
  private hold(segment: Segment, what: string): boolean {
    const bits = knownBits(segment, what);
    if (bits) this.held.set(`${segment.id} ${what}`, bits);
    return bits !== undefined;
  }

  private heldBits(segment: Segment, what: string): Uint32Array | undefined {
    return this.held.get(`${segment.id} ${what}`);
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
    const partial = this.state.segments.filter((segment) => isPartlyWithin(segment, this.conditions));
    const times = new Map<number, Float64Array>();
    if (partial.length === 0) return times;
    const ids = partial.map(({ id }) => id);
    const rows = await this.readBuckets([CREATED_BUCKET], ids);
    if (!rows) return null;
    for (const { segment, data } of rows) times.set(segment, new Float64Array(Uint8Array.from(data).buffer));
    return times;
  }
}

const placeholders = (values: readonly unknown[]): string => values.map(() => "?").join(",");
