import { expect } from "chai";
import { CHECK_TYPES } from "../support/contract/product-copy.js";
import { Tutorial } from "../support/contract/tutorial.js";

describe("docs/tutorial.md", function () {
  this.timeout(600_000);
  let tutorial: Tutorial;
  before(() => {
    tutorial = new Tutorial("docs/tutorial.md");
  });
  after(() => tutorial.product.remove());
  const run = (...args: string[]): Promise<string> => tutorial.run(...args);

  it("leads to a protected resource with a screen, whose tests pass", async () => {
    expect(tutorial.steps.filter(({ language }) => language === "sh")).to.have.length(4);
    for (const step of tutorial.steps) await tutorial.take(step);
    await run(
      "node_modules/mocha/bin/mocha.js",
      "test/web/server/routes.test.ts",
      "test/texts/texts.test.ts",
    );
  });

  describe("beside another resource whose name has two words", () => {
    let printed: string;
    before(async () => {
      printed = await run("--import", "tsx/esm", "scripts/new-resource.ts", "support-tickets");
    });

    it("lists the files and the remaining work", () => {
      expect(printed).to.include("src/domain/support-tickets/support-tickets.ts").and.include("Next steps:");
    });

    it("leads to a contract and to code that follow every rule", async () => {
      await run(
        "node_modules/@redocly/cli/bin/cli.js",
        "lint",
        "--config",
        "openapi/redocly.yaml",
        "v1",
        "sources",
      );
      await run(...CHECK_TYPES);
      await run("node_modules/eslint/bin/eslint.js", "src/web/screens/admin/projects", "src/domain/projects");
      const written = [...printed.matchAll(/^ {2}(\S+\.\S+)$/gm)].map(([, file]) => file!);
      await run("node_modules/prettier/bin/prettier.cjs", "--check", ...written);
    });

    it("passes the tests of the new resource", () =>
      run("node_modules/mocha/bin/mocha.js", "test/api/support-tickets.test.ts"));
  });

  it("asks for at most 150 lines by hand in at most 12 files", () => {
    const { written } = tutorial;
    expect(new Set(written.map(({ file }) => file)).size).to.be.at.most(12);
    const lines = written.flatMap(({ text }) => text.trimEnd().split("\n"));
    expect(lines.length).to.be.at.most(150);
  });
});
