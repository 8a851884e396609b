import { expect } from "chai";
import { csv } from "../../src/lib/text/csv.js";

async function textOf(batches: (string | null)[][]): Promise<string> {
  let text = "";
  // eslint-disable-next-line @typescript-eslint/require-await
  const read = (async function* () {
    yield* batches;
  })();
  for await (const part of csv({ cell: (item: string | null) => item }, read)) text += part;
  return text;
}

const lineOf = async (cell: string | null): Promise<string> =>
  (await textOf([[cell]])).split("\r\n").slice(1).join("\r\n").trimEnd();

describe("A CSV file", () => {
  for (const batches of [[], [[]]])
    it(`without rows has a heading, after ${batches.length} batches`, async () => {
      expect(await textOf(batches)).to.equal('\uFEFF"cell"\r\n');
    });

  it("has one heading and the rows of all batches", async () => {
    expect(await textOf([["one"], ["two", "three"], []])).to.equal(
      '\uFEFF"cell"\r\n"one"\r\n"two"\r\n"three"\r\n',
    );
  });
});

describe("A CSV cell", () => {
  for (const [cell, safe] of [
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@a", "'@a"],
    [" =1+1", " '=1+1"],
    ["a;=1+1", "a;'=1+1"],
    ["a; =1+1", "a; '=1+1"],
    ["a\t@a", "a\t'@a"],
    ["a\n-1", "a\n'-1"],
    ["a;;+1;=2", "a;;'+1;'=2"],
    ['a;"=1', 'a;""\'=1'],
    ["a;\uFF1D1", "a;'\uFF1D1"],
    ["one; two", "one; two"],
    ["a-b@example.test", "a-b@example.test"],
  ])
    it(`${JSON.stringify(cell)} is no formula with any separator`, async () => {
      expect(await lineOf(cell!)).to.equal(`"${safe}"`);
    });

  it("is empty without a value", async () => {
    expect(await lineOf(null)).to.equal("");
  });
});
