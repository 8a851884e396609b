import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";

const LONGEST = 140;

const VIEWS = readdirSync("views", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ejs"))
  .map((name) => ({ name, text: readFileSync(join("views", name), "utf8") }));

/** The files below `views/` that `part('…')` and `shows: '…'` name. Computed names (`'./area/' + …`) are ignored. */
const partsOf = ({ name, text }: (typeof VIEWS)[number]): string[] =>
  [...text.matchAll(/\b(?:part\(|shows:)\s*'([^']+)'\s*[,)]/g)].map(([, part]) =>
    join(part!.startsWith("./") ? dirname(name) : "partials", `${part}.ejs`),
  );

describe("Views", () => {
  it(`have no line of more than ${LONGEST} characters`, () => {
    expect(VIEWS.length).to.be.greaterThan(100);
    const long = VIEWS.flatMap(({ name, text }) =>
      text
        .split("\n")
        .flatMap((line, index) => (line.length > LONGEST ? [`views/${name}:${index + 1}`] : [])),
    );
    expect(long).to.deep.equal([]);
  });

  it("write values only escaped", () => {
    const raw = VIEWS.flatMap(({ name, text }) =>
      [...text.matchAll(/<%-(?!\s*(?:part\(|body\b))[^%]*/g)].map(([found]) => `${name}: ${found}`),
    );
    expect(raw).to.deep.equal([]);
  });

  it("include existing partials", () => {
    const missing = VIEWS.flatMap((view) =>
      partsOf(view).flatMap((part) => (existsSync(join("views", part)) ? [] : [`${view.name}: ${part}`])),
    );
    expect(missing).to.deep.equal([]);
  });

  it("share all partials that aren't next to a single page", () => {
    const uses = new Map<string, Set<string>>();
    for (const view of VIEWS)
      for (const part of partsOf(view)) uses.set(part, (uses.get(part) ?? new Set()).add(view.name));
    const usedByOnePage = [...uses]
      .filter(
        ([part, views]) =>
          part.startsWith("partials/") && views.size === 1 && [...views][0]!.startsWith("pages/"),
      )
      .map(([part]) => part);
    expect(usedByOnePage).to.deep.equal([]);
    const unused = VIEWS.filter(({ name }) => name.startsWith("partials/") && !uses.has(name));
    expect(unused.map(({ name }) => name)).to.deep.equal([]);
  });
});
