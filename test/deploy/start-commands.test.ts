import { readFileSync } from "node:fs";
import { expect } from "chai";

/** The options before the file that Node.js starts. */
const optionsIn = (command: string): string[] => command.match(/--[a-z0-9-]+(=\d+)?/g) ?? [];
const lineWithMain = (file: string): string =>
  readFileSync(file, "utf8")
    .split("\n")
    .find((line) => line.includes("dist/src/main.js"))!;

describe("The options of Node.js", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { start: string } };

  for (const file of ["Makefile", "deploy/Dockerfile", "deploy/authdock@.service"])
    it(`are the same in ${file} and npm start`, () => {
      expect(optionsIn(lineWithMain(file))).to.deep.equal(optionsIn(scripts.start)).and.not.be.empty;
    });

  it("are the same in the benchmark and npm start", () => {
    const [service] = JSON.parse(readFileSync("scripts/bench/descriptors.json", "utf8")) as {
      cmd: string[];
    }[];
    expect(optionsIn(service!.cmd.join(" "))).to.deep.equal(optionsIn(scripts.start));
  });
});
