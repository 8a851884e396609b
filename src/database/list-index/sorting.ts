import { Turn } from "../../lib/turn.js";

/** A value that rows are sorted by. */
export type SortValue = string | number | null;
export type SortValues = Readonly<Record<string, SortValue | undefined>>;

/** Compares as the database does, in ascending order: NULL comes first, and texts are in the order of their code points. */
export function compareValues(left: SortValue, right: SortValue): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  return typeof left === "string" ? compareTexts(left, String(right)) : left - Number(right);
}

function compareTexts(left: string, right: string): number {
  const end = Math.min(left.length, right.length);
  for (let at = 0; at < end; at++) {
    const [one, other] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (one !== other) return inCodePoints(one) - inCodePoints(other);
  }
  return left.length - right.length;
}

/** Moves surrogates, of which code points above U+FFFF consist in UTF-16, behind all other units. */
function inCodePoints(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Compares the values of these columns, one after the other. */
export function compareBy(columns: readonly string[], left: SortValues, right: SortValues): number {
  for (const name of columns) {
    const difference = compareValues(left[name] ?? null, right[name] ?? null);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Sorted without yielding. */
const RUN = 512;

/** The places of the rows in the order of the columns. Yields to other work, because 16 000 rows take 30 ms. */
export async function sortedPlaces(
  rows: readonly SortValues[],
  columns: readonly string[],
): Promise<Uint16Array> {
  const compare = (left: number, right: number): number => compareBy(columns, rows[left]!, rows[right]!);
  const turn = new Turn();
  let runs: Uint16Array[] = [];
  for (let start = 0; start < rows.length; start += RUN) {
    const length = Math.min(RUN, rows.length - start);
    runs.push(Uint16Array.from({ length }, (_, index) => start + index).sort(compare));
    if (turn.isOver) await turn.next();
  }
  while (runs.length > 1) {
    const merged: Uint16Array[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const other = runs[at + 1];
      merged.push(other ? merge(runs[at]!, other, compare) : runs[at]!);
      if (turn.isOver) await turn.next();
    }
    runs = merged;
  }
  return runs[0] ?? new Uint16Array();
}

function merge(
  left: Uint16Array,
  right: Uint16Array,
  compare: (left: number, right: number) => number,
): Uint16Array {
  const merged = new Uint16Array(left.length + right.length);
  let [atLeft, atRight] = [0, 0];
  for (let at = 0; at < merged.length; at++) {
    const isLeft =
      atRight === right.length || (atLeft < left.length && compare(left[atLeft]!, right[atRight]!) <= 0);
    merged[at] = isLeft ? left[atLeft++]! : right[atRight++]!;
  }
  return merged;
}
