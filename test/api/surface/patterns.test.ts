import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import ts from "typescript";
import { shippedDocument } from "../../../src/contract/document.js";
import { cpuTime } from "../../support/app/cpu-time.js";

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

/** Whether one of three runs takes at most the budget of CPU time, which a busy machine hardly affects. */
function isFast({ pattern }: Found, input: string): boolean {
  return [1, 2, 3].some(() => {
    const spent = cpuTime(() => (pattern.global ? input.replace(pattern, "") : pattern.test(input)));
    return spent < BUDGET_MS;
  });
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
          if (!isFast(found, input))
            expect.fail(`${String(found.pattern)} takes too long on ${JSON.stringify(input.slice(0, 24))}…`);
    });
});
