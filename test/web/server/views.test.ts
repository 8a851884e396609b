import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

const LONGEST = 140;

describe("Views", () => {
  it(`have no line of more than ${LONGEST} characters`, () => {
    const files = readdirSync("views", { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.ejs$/.test(name),
    );
    expect(files.length).to.be.greaterThan(100);
    const long = files.flatMap((name) =>
      readFileSync(join("views", name), "utf8")
        .split("\n")
        .flatMap((line, index) => (line.length > LONGEST ? [`views/${name}:${index + 1}`] : [])),
    );
    expect(long).to.deep.equal([]);
  });
});
