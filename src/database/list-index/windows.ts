import { compareBy, type SortValues } from "./sorting.js";

/** Rows that are sorted within each of several lists, such as the segments of an index, but not among the lists. */
export interface SortedLists {
  /** The number of rows of each list. */
  lengths: readonly number[];
  /** Columns whose values differ between any two rows. */
  columns: readonly string[];
  isDescending: boolean;
  /** Reads the values of rows. A row that has changed since the lists were made has none. */
  valuesOf(rows: readonly RowAt[]): Promise<readonly (SortValues | undefined)[]>;
}

export interface RowAt {
  list: number;
  index: number;
}

/** A part of a list; `high` is the first row after it. */
export interface Window {
  low: number;
  high: number;
}

type Sample = RowAt & { values: SortValues };

/** How many rows are read at once to make the windows smaller. Each round keeps at most about half of their rows. */
const SAMPLES_PER_LIST = 4;
/** At least so many are read from windows that aren't small. */
const SAMPLES = 500;
const SMALL = 20_000;
const ROUNDS = 16;
/** Windows with so few rows aren't made smaller. */
const MOST = 200;
/** Rows that have changed can hide where exactly the next row is. */
const UNCERTAIN = 16;

/**
 * The windows that have the rows from position `from` up to `to`, which is exclusive, if all lists were sorted as one. All
 * rows before the windows are before those positions. Null when too many rows have changed.
 */
export function windowsAt(lists: SortedLists, from: number, to: number): Promise<Window[] | null> {
  const total = sum(lists.lengths);
  const windows = lists.lengths.map((length) => ({
    low: Math.max(0, length - (total - from)),
    high: Math.min(length, to),
  }));
  const most = Math.max(MOST, 2 * (to - from));
  return narrowed(lists, windows, most, (given, samples) => narrowAt(given, samples, from, to));
}

/** The windows that have the first rows after one with these values. Null when too many rows have changed. */
export async function windowsAfter(
  lists: SortedLists,
  values: SortValues,
  limit: number,
): Promise<Window[] | null> {
  const windows = lists.lengths.map((length) => ({ low: 0, high: length }));
  const compare = comparison(lists);
  const starts = await narrowed(lists, windows, UNCERTAIN, (given, samples) =>
    narrowAfter(given, samples, (sample) => compare(sample, values) > 0),
  );
  if (!starts) return null;
  const rest: SortedLists = {
    ...lists,
    lengths: lists.lengths.map((length, list) => length - starts[list]!.low),
    valuesOf: (rows) =>
      lists.valuesOf(rows.map(({ list, index }) => ({ list, index: index + starts[list]!.low }))),
  };
  const found = await windowsAt(rest, 0, limit + rowsIn(starts));
  return (
    found &&
    found.map(({ low, high }, list) => ({ low: low + starts[list]!.low, high: high + starts[list]!.low }))
  );
}

const comparison =
  ({ columns, isDescending }: SortedLists) =>
  (left: SortValues, right: SortValues): number =>
    isDescending ? compareBy(columns, right, left) : compareBy(columns, left, right);

export const rowsIn = (windows: readonly Window[]): number => sum(windows.map(({ low, high }) => high - low));

async function narrowed(
  lists: SortedLists,
  given: Window[],
  most: number,
  narrow: (windows: readonly Window[], samples: readonly Sample[]) => Window[],
): Promise<Window[] | null> {
  let windows = given;
  for (let round = 0; rowsIn(windows) > most; round++) {
    if (round === ROUNDS) return null;
    windows = narrow(windows, await sampled(lists, windows));
  }
  return windows;
}

/** Rows at regular distances, in the order of all lists. */
async function sampled(lists: SortedLists, windows: readonly Window[]): Promise<Sample[]> {
  const left = rowsIn(windows);
  const few = SAMPLES_PER_LIST * windows.length;
  const distance = Math.ceil(left / (left > SMALL ? Math.max(SAMPLES, few) : few));
  const rows: RowAt[] = [];
  for (const [list, { low, high }] of windows.entries())
    for (let index = low + distance - 1; index < high; index += distance) rows.push({ list, index });
  const values = await lists.valuesOf(rows);
  const compare = comparison(lists);
  return rows
    .flatMap((row, at) => (values[at] ? [{ ...row, values: values[at] }] : []))
    .sort((left, right) => compare(left.values, right.values));
}

function narrowAfter(
  windows: readonly Window[],
  samples: readonly Sample[],
  isAfter: (values: SortValues) => boolean,
): Window[] {
  const found = windows.map(({ low, high }) => ({ low, high }));
  for (const { list, index, values } of samples) {
    const window = found[list]!;
    if (isAfter(values)) window.high = Math.min(window.high, index);
    else window.low = Math.max(window.low, index + 1);
  }
  return found;
}

/**
 * Goes through the samples and keeps, for each list, how many of its rows are certainly up to the sample, and how many
 * can be, because the next sample of the list is behind it.
 */
function narrowAt(
  windows: readonly Window[],
  samples: readonly Sample[],
  from: number,
  to: number,
): Window[] {
  const possible = windows.map(({ high }) => high);
  const following = new Map<Sample, number>();
  for (const sample of [...samples].reverse()) {
    following.set(sample, possible[sample.list]!);
    possible[sample.list] = sample.index;
  }
  const certain = windows.map(({ low }) => low);
  let least = sum(certain);
  let most = sum(possible);
  let lows = certain.slice();
  for (const sample of samples) {
    const { list, index } = sample;
    least += index + 1 - certain[list]!;
    certain[list] = index + 1;
    most += following.get(sample)! - possible[list]!;
    possible[list] = following.get(sample)!;
    if (most <= from) lows = certain.slice();
    if (least >= to) return lows.map((low, at) => ({ low, high: possible[at]! }));
  }
  return lows.map((low, at) => ({ low, high: windows[at]!.high }));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((left, right) => left + right, 0);
