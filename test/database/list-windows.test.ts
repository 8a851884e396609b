import { expect } from "chai";
import fc from "fast-check";
import { sortedPlaces, type SortValues } from "../../src/database/list-index/sorting.js";
import {
  rowsIn,
  windowsAfter,
  windowsAt,
  type RowAt,
  type Window,
} from "../../src/database/list-index/windows.js";

/** Lists whose rows are numbers. @param missing share of the rows that have changed and can't be read */
function listsOf(lists: readonly number[][], isDescending: boolean, missing = 0) {
  let isMissing = 0;
  const valuesOf = (rows: readonly RowAt[]): Promise<(SortValues | undefined)[]> =>
    Promise.resolve(
      rows.map(({ list, index }) => {
        isMissing += missing;
        if (isMissing >= 1) return void (isMissing -= 1);
        return { id: lists[list]![index]! };
      }),
    );
  return { lengths: lists.map(({ length }) => length), columns: ["id"], isDescending, valuesOf };
}

const rowsOf = (lists: readonly number[][], windows: readonly Window[]): number[] =>
  windows.flatMap(({ low, high }, list) => lists[list]!.slice(low, high));

/** Each number is in one of the lists; with equal weights, or most of them in one. */
const arbitrary = fc.record({
  rows: fc.integer({ min: 0, max: 20_000 }),
  lists: fc.integer({ min: 1, max: 40 }),
  factor: fc.integer({ min: 1, max: 97 }),
  isDescending: fc.boolean(),
  start: fc.double({ min: 0, max: 1, noNaN: true }),
  limit: fc.integer({ min: 1, max: 100 }),
  missing: fc.constantFrom(0, 0.1),
});

function distributed(rows: number, count: number, factor: number, isDescending: boolean) {
  const lists = Array.from({ length: count }, (): number[] => []);
  const all = Array.from({ length: rows }, (_, number) => number);
  if (isDescending) all.reverse();
  for (const number of all) lists[Math.floor((number * factor) / 100) % count]!.push(number);
  return { lists, all };
}

describe("The windows of sorted lists", () => {
  it("include the rows of a page, and tell how many rows come before", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrary,
        async ({ rows, lists: count, factor, isDescending, start, limit, missing }) => {
          const { lists, all } = distributed(rows, count, factor, isDescending);
          const from = Math.floor(start * rows);
          const windows = await windowsAt(listsOf(lists, isDescending, missing), from, from + limit);
          const found = rowsOf(lists, windows!);
          expect(found.length).to.equal(rowsIn(windows!)).and.to.be.at.most(200);
          const skipped = windows!.reduce((sum, { low }) => sum + low, 0);
          found.sort((left, right) => (isDescending ? right - left : left - right));
          expect(found.slice(from - skipped, from - skipped + limit)).to.deep.equal(
            all.slice(from, from + limit),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it("have the rows after another one, which can be gone", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrary,
        async ({ rows, lists: count, factor, isDescending, start, limit, missing }) => {
          const { lists, all } = distributed(rows, count, factor, isDescending);
          const key = Math.floor(start * rows) + 0.5;
          const windows = await windowsAfter(listsOf(lists, isDescending, missing), { id: key }, limit);
          expect(rowsIn(windows!)).to.be.at.most(Math.max(200, 2 * (limit + 16)));
          const isAfter = (number: number): boolean => (isDescending ? number < key : number > key);
          const found = rowsOf(lists, windows!).filter(isAfter);
          found.sort((left, right) => (isDescending ? right - left : left - right));
          expect(found.slice(0, limit)).to.deep.equal(all.filter(isAfter).slice(0, limit));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("of the first and the last page are known without reading", async () => {
    const { lists } = distributed(10_000, 3, 41, false);
    const unread = { ...listsOf(lists, false), valuesOf: () => Promise.reject(new Error("reads")) };
    for (const from of [0, 9_990])
      expect(rowsIn((await windowsAt(unread, from, from + 10))!), `from ${from}`).to.equal(30);
  });

  it("aren't found when no row can be read", async () => {
    const lists = listsOf(distributed(10_000, 3, 41, false).lists, false, 1);
    expect(await windowsAt(lists, 5000, 5010)).to.equal(null);
    expect(await windowsAfter(lists, { id: 5000 }, 10)).to.equal(null);
  });
});

describe("The places of documents in an order", () => {
  const value = fc.option(fc.oneof(fc.constantFrom("", "a", "\uff21", "😀"), fc.string({ unit: "binary" })));

  it("are those of their texts in UTF-8, with NULL first", async () => {
    const bytes = (text: string | null): Buffer =>
      text === null ? Buffer.alloc(0) : Buffer.from(`+${text}`);
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 1200, size: "max" }), async (texts) => {
        const rows = texts.map((text, id) => ({ text, id }));
        const places = await sortedPlaces(rows, ["text", "id"]);
        const expected = [...rows].sort(
          (left, right) => bytes(left.text).compare(bytes(right.text)) || left.id - right.id,
        );
        expect([...places]).to.deep.equal(expected.map(({ id }) => id));
      }),
      { numRuns: 30 },
    );
  });
});
