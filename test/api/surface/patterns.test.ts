import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import ts from "typescript";
import { shippedDocument } from "../../../src/contract/document.js";

const LENGTH = 50_000;
const BUDGET_MS = 50;

/** Long repetitions of characters that patterns match, with an end that matches none. */
const UNITS = [
  ..."aA0 @.,;:/\\\"'%-_=+*[](){}<>!?&#~|^$\t\r\n\u0000\u00e9\u{1F600}",
  ..."ab 0a a@ @a. a, a= :0 // \\\\ %2 ,, a: {} [] filter[ ::ffff: bearer 1. /* a/ be_a".split(" "),
  " \t",
  "\r\n",
];
const INPUTS = UNITS.flatMap((unit) => {
  const run = unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
  return [run, `${run}\u0000`, `a${run}@`, `bearer ${run} x`, `application/json${run};`, `mysql://${run}!`];
});

interface Found {
  place: string;
  pattern: RegExp;
}

function contractPatterns(): Found[] {
  const found = new Map<string, Found>();
  JSON.stringify(shippedDocument(), (key, value: unknown) => {
    if (key === "pattern" && typeof value === "string")
      found.set(value, { place: "contract", pattern: new RegExp(value, "u") });
    return value;
  });
  return [...found.values()];
}

function sourcePatterns(): Found[] {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.[jt]s$/.test(file) && !file.startsWith("generated"),
  );
  return files.flatMap((file) => {
    const source = ts.createSourceFile(
      file,
      readFileSync(`src/${file}`, "utf8"),
      ts.ScriptTarget.Latest,
      true,
    );
    const found: Found[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, body, flags] = /^\/(.*)\/([a-z]*)$/s.exec(node.text)!;
        found.push({ place: `src/${file}`, pattern: new RegExp(body!, flags) });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

/** The best of three runs, so that a busy machine doesn't affect the result. */
function millisecondsFor({ pattern }: Found, input: string): number {
  const times = [1, 2, 3].map(() => {
    const started = performance.now();
    if (pattern.global) input.replace(pattern, "");
    else pattern.test(input);
    return performance.now() - started;
  });
  return Math.min(...times);
}

describe("Regular expressions", () => {
  const all = [...contractPatterns(), ...sourcePatterns()];

  it("are found in the contract and in the source", () => {
    expect(contractPatterns()).to.have.length.above(1);
    expect(sourcePatterns()).to.have.length.above(20);
  });

  for (const place of new Set(all.map((found) => found.place)))
    it(`L04: of ${place} take linear time`, function () {
      this.timeout(60_000);
      for (const found of all.filter((each) => each.place === place))
        for (const input of INPUTS)
          expect(
            millisecondsFor(found, input),
            `${String(found.pattern)} on ${JSON.stringify(input.slice(0, 24))}…`,
          ).to.be.below(BUDGET_MS);
    });
});
