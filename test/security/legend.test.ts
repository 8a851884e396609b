import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ID = /\b[CHML]\d\d\b/g;

/** Ids in string literals and templates of the test files, where titles are. */
function idsInTests(): string[] {
  const files = readdirSync("test", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".test.ts"),
  );
  const quoted = files.flatMap(
    (file) => readFileSync(join("test", file), "utf8").match(/["`][^"`\n]*/g) ?? [],
  );
  return [...new Set(quoted.flatMap((text) => text.match(ID) ?? []))].sort();
}

/** The first column of the table in docs/security.md. */
const idsInLegend = (): string[] =>
  [...readFileSync("docs/security.md", "utf8").matchAll(/^\| ([CHML]\d\d) +\|/gm)].map(([, id]) => id!);

describe("The legend of ids in docs/security.md", () => {
  it("lists each id once, in order", () => {
    expect(idsInLegend()).to.deep.equal([...new Set(idsInLegend())].sort());
  });

  it("has exactly the ids that test titles use", () => {
    expect(idsInLegend()).to.deep.equal(idsInTests());
  });
});
