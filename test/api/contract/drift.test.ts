import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect } from "chai";
import ts from "typescript";

const FOLDER = "test/fixtures/drift";

/** `line TScode` of each error that a program's comments expect. */
const announced = (file: string): string[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) =>
      [...(/\/\/ (TS.*)$/.exec(line)?.[1]?.split(" ") ?? [])].map((code) => `${index + 1} ${code}`),
    );

/** Small programs that use the generated types. The compiler must reject handlers that violate the contract. */
describe("A handler that violates the contract", () => {
  const files = readdirSync(FOLDER).map((file) => join(FOLDER, file));
  let program: ts.Program;
  before(function () {
    this.timeout(60_000);
    const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile.bind(ts.sys));
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ".");
    program = ts.createProgram(files, { ...options, noEmit: true });
  });

  function diagnosticsOf(file: string): string[] {
    const source = program.getSourceFile(file)!;
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ start, code }) => `${source.getLineAndCharacterOfPosition(start!).line + 1} TS${code}`,
    );
  }

  for (const file of files) {
    const expected = announced(file);
    const name = basename(file, ".ts").replaceAll("-", " ");
    it(`${name}: ${expected.length === 0 ? "compiles" : `does not compile (${expected.join(", ")})`}`, function () {
      this.timeout(60_000);
      expect(diagnosticsOf(file)).to.deep.equal(expected);
    });
  }

  it("is expected to fail in all programs but one", () => {
    expect(files.filter((file) => announced(file).length === 0)).to.deep.equal([join(FOLDER, "correct.ts")]);
  });
});
