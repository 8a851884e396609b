import { expect } from "chai";
import { csv } from "../../src/lib/csv.js";

async function lineOf(cell: string | null): Promise<string> {
  const parts: Buffer[] = [];
  // eslint-disable-next-line @typescript-eslint/require-await
  const items = (async function* () {
    yield cell;
  })();
  for await (const part of csv({ cell: (item: string | null) => item }, items)) parts.push(part);
  return Buffer.concat(parts).toString().split("\r\n").slice(1).join("\r\n").trimEnd();
}

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
