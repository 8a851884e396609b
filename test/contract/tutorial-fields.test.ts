import { resolve } from "node:path";
import { expect } from "chai";
import { CHECK_TYPES } from "../support/contract/product-copy.js";
import { ProjectCopy } from "../support/contract/project.js";
import { Tutorial } from "../support/contract/tutorial.js";

describe("docs/tutorial-fields.md", function () {
  this.timeout(600_000);
  let tutorial: Tutorial;
  before(() => {
    tutorial = new Tutorial("docs/tutorial-fields.md");
  });
  after(() => tutorial.product.remove());

  it("leads to a field of accounts, whose test passes, and to a setting, as every test of settings asks", async () => {
    for (const step of tutorial.steps) await tutorial.take(step);
    await tutorial.run("node_modules/mocha/bin/mocha.js", "test/texts/texts.test.ts");
  });

  it("asks for six files for the setting", () => {
    expect(new Set(tutorial.written.map(({ file }) => file)).size).to.equal(6);
  });

  it("needs no other change for the types", () => tutorial.run(...CHECK_TYPES));

  it("follows every rule of the contract", () =>
    tutorial.run(
      "node_modules/@redocly/cli/bin/cli.js",
      ...["lint", "--config", "openapi/redocly.yaml", "v1", "sources"],
    ));

  it("can't add a column to accounts that the answer for a taken address would lack", async () => {
    tutorial.product.edit("src/models/public-user.ts", (text) =>
      text.replace("  avatar: string | null;\n", "$&  nickname: string;\n"),
    );
    const { code, stdout } = await tutorial.product.node(...CHECK_TYPES);
    expect(code).not.to.equal(0);
    expect(stdout).to.match(/src\/domain\/registration\/registration\.ts.*nickname/s);
  });
});

describe("npm run new:field", function () {
  this.timeout(60_000);
  let project: ProjectCopy;
  before(() => {
    project = new ProjectCopy();
  });
  after(() => project.remove());

  for (const [args, message] of [
    ["projects company", "Only accounts can have new fields this way"],
    ["users Company", "Enter the name of the field in snake case"],
    ["users company --max 1000", "The greatest length is a whole number from 1 to 255"],
  ] as const)
    it(`rejects ${args}, and changes nothing`, async () => {
      const before = project.read("openapi/v1/openapi.yaml");
      const { code, stderr } = await project.run([
        ...["--import", "tsx", resolve("scripts/new-field.ts")],
        ...args.split(" "),
      ]);
      expect(code).to.equal(1);
      expect(stderr).to.include(message).and.include("npm run new:field -- users company --max 100");
      expect(project.read("openapi/v1/openapi.yaml")).to.equal(before);
    });
});
