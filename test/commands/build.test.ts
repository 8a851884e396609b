import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { operationSchemas } from "../../src/api/pipeline/schemas.js";
import { validatorSources } from "../../src/api/pipeline/validator-sources.js";
import { loadedFrom, VALIDATORS } from "../../src/api/pipeline/validators.js";
import { shippedDocument } from "../../src/contract/document.js";
import { useFolder } from "../support/app/processes.js";
import { operations } from "../support/contract/operations.js";

describe("The build", () => {
  const folder = useFolder();
  const document = shippedDocument();
  let built: string;

  before(() => {
    built = process.env["TEST_BUILD"] ?? folder.path;
    if (built === folder.path)
      execFileSync(process.execPath, ["--import", "tsx/esm", "scripts/build.ts", built]);
  });

  const read = (file: string): string => readFileSync(join(built, VALIDATORS, file), "utf8");

  it("has the validators of the contract, and no others", () => {
    const sourceOf = validatorSources(document);
    const expected = operations.flatMap((operation) => {
      const { parameters, body, responses } = operationSchemas(document, operation);
      return [parameters, body, ...responses.values()].filter((schema) => schema !== null);
    });
    const files = new Set(expected.map(({ name }) => `${name}.js`));
    expect(readdirSync(join(built, VALIDATORS)).sort()).to.deep.equal([...files].sort());
    for (const schema of expected) expect(read(`${schema.name}.js`)).to.equal(sourceOf(schema));
  });

  it("has validators that need nothing but the modules that the service gives them", () => {
    const validatorsOf = loadedFrom(({ name }) => read(`${name}.js`), document);
    for (const operation of operations) {
      const { parameters, body, responses } = validatorsOf(operation);
      for (const load of [parameters, body, ...responses.values()])
        if (load) expect(load(), operation.id).to.be.a("function");
    }
  });

  it("has the licences of the packages in it", () => {
    const licences = readFileSync(join(built, "THIRD_PARTY_LICENSES"), "utf8");
    for (const name of ["express", "objection", "@tabler/core", "cookie-signature"])
      expect(licences).to.match(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)\\n\\n.*Copyright`, "ims"));
  });

  it("rejects validators that need another module", () => {
    const { parameters } = loadedFrom(() => 'require("node:fs")', document)(operations[0]!);
    expect(parameters).to.throw("requires node:fs");
  });
});
