import { expect } from "chai";
import type { OpenApiDocument } from "../../src/contract/document.js";
import { runProductIn } from "../support/app/processes.js";
import { ProductCopy } from "../support/contract/product-copy.js";

describe("A process whose contract has gaps", function () {
  this.timeout(60_000);
  let product: ProductCopy;
  before(() => {
    product = new ProductCopy();
    product.edit("src/generated/openapi.json", (text) => {
      const document = JSON.parse(text) as OpenApiDocument;
      delete document.paths["/auth/me"]!.get!.responses!["429"];
      document.paths["/users"]!.get!["x-tier"] = "private";
      return JSON.stringify(document);
    });
  });
  after(() => product.remove());

  const PROBLEMS = [
    "The contract is incomplete:",
    "  - auth.me does not declare 429",
    "  - users.index has no tier (x-tier: public, auth, service, permission)",
    "",
  ];

  it("prints the list without a stack trace and exits with status 1", async () => {
    const started = runProductIn(product.folder, "main", { PORT: "0" });
    expect((await started.exited).code).to.equal(1);
    expect(started.errors.split("\n")).to.deep.equal(PROBLEMS);
  });
});
