import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { CLIENT_TYPES, GENERATED } from "../../scripts/generate/state.js";
import { ProductCopy } from "../support/contract/product-copy.js";

const MADE = [...readdirSync(GENERATED).map((name) => join(GENERATED, name)), CLIENT_TYPES];

describe("npm run generate", function () {
  this.timeout(300_000);
  let clone: ProductCopy;
  before(() => {
    clone = new ProductCopy();
    for (const path of [GENERATED, CLIENT_TYPES]) rmSync(clone.path(path), { recursive: true });
  });
  after(() => clone.remove());

  const generate = (...options: string[]) =>
    clone.node("--import", "tsx/esm", "scripts/generate.ts", ...options);
  const times = () => MADE.map((file) => statSync(clone.path(file)).mtimeMs);

  it("makes in a fresh clone, which has none of them, the same files as here", async () => {
    expect(await generate()).to.include({ code: 0, stderr: "" });
    for (const file of MADE.filter((name) => name !== join(GENERATED, "state")))
      expect(clone.read(file) === readFileSync(file, "utf8"), file).to.equal(true);
  });

  it("makes nothing when nothing has changed", async () => {
    const before = times();
    expect(await generate()).to.include({ code: 0, stderr: "" });
    expect(times()).to.deep.equal(before);
  });

  it("makes a file again that was changed by hand", async () => {
    const types = join(GENERATED, "api.ts");
    const made = clone.read(types);
    clone.edit(types, (text) => `${text}// by hand\n`);
    expect(await generate()).to.include({ code: 0, stderr: "" });
    expect(clone.read(types) === made).to.equal(true);
  });

  it("with --check names the files that differ from what is made of the contract", async () => {
    clone.edit("openapi/v1/paths/me.yaml", (text) =>
      text.replace("operationId: auth.me", "operationId: auth.self"),
    );
    const { code, stderr } = await generate("--check");
    expect(code).to.equal(1);
    expect(stderr).to.equal(
      "Made again, these files differ: src/generated/openapi.json, src/generated/api.ts, " +
        "src/generated/route-operations.ts, clients/typescript/src/schema.ts. Run npm run generate.\n",
    );
  });
});
