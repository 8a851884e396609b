import { CHECK_TYPES } from "../support/contract/product-copy.js";
import { Tutorial } from "../support/contract/tutorial.js";

describe("docs/tutorial-organisations.md", function () {
  this.timeout(600_000);
  let tutorial: Tutorial;
  before(() => {
    tutorial = new Tutorial("docs/tutorial-organisations.md");
  });
  after(() => tutorial.product.remove());

  it("leads to a resource of organisations with a page, whose tests and the matrix pass", async () => {
    for (const step of tutorial.steps) await tutorial.take(step);
  });

  it("leads to a contract and to code that follow every rule", async () => {
    const lint = ["lint", "--config", "openapi/redocly.yaml", "v1", "sources"];
    await tutorial.run("node_modules/@redocly/cli/bin/cli.js", ...lint);
    await tutorial.run(...CHECK_TYPES);
    const code = [
      "src/domain/documents",
      "src/models",
      "src/api/v1/service",
      "src/web/screens/organisations",
    ];
    await tutorial.run("node_modules/eslint/bin/eslint.js", ...code);
    await tutorial.run("--import", "tsx/esm", "scripts/check-architecture.ts");
  });
});
