import { existsSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { namesOf } from "../../scripts/new-resource/names.js";
import { ProductCopy } from "../support/contract/product-copy.js";

describe("npm run new:resource", function () {
  this.timeout(300_000);
  let product: ProductCopy;
  beforeEach(() => {
    product = new ProductCopy();
  });
  afterEach(() => product.remove());

  const add = (...parameters: string[]) =>
    product.node("--import", "tsx", "scripts/new-resource.ts", ...parameters);
  const succeed = async (...args: string[]): Promise<void> => {
    const { code, stdout, stderr } = await product.node(...args);
    expect(code, `${args.join(" ")}\n${stdout}\n${stderr}`).to.equal(0);
  };

  // test/contract/tutorial.test.ts compiles one
  it("writes a resource that passes its test and the contract rules, and lists the remaining work", async () => {
    const { code, stdout, stderr } = await add("support-tickets");
    expect(code, stderr).to.equal(0);
    expect(stdout).to.include("src/domain/support-tickets/support-tickets.ts").and.include("Next steps:");
    await succeed("node_modules/@redocly/cli/bin/cli.js", "lint", "--config", "openapi/redocly.yaml");
    const written = [...stdout.matchAll(/^ {2}(\S+\.\S+)$/gm)].map(([, file]) => file!);
    await succeed("node_modules/prettier/bin/prettier.cjs", "--check", ...written);
    await succeed("node_modules/mocha/bin/mocha.js", "test/api/support-tickets.test.ts");
  });

  it("rejects a name that isn't a plural in kebab case, and writes nothing", async () => {
    for (const name of ["", "Projects", "support_tickets", "sheep", "../projects"]) {
      const { code, stderr } = await add(name);
      expect(code, name).to.equal(1);
      expect(stderr, name).to.include("in the plural and in kebab case");
    }
  });

  it("rejects an existing resource, and changes nothing", async () => {
    const contract = readFileSync(product.path("openapi/v1/openapi.yaml"), "utf8");
    const { code, stderr } = await add("users");
    expect(code).to.equal(1);
    expect(stderr).to.include("These files already exist: openapi/v1/paths/users.yaml");
    expect(readFileSync(product.path("openapi/v1/openapi.yaml"), "utf8")).to.equal(contract);
    expect(existsSync(product.path("src/domain/users/users.ts"))).to.equal(false);
  });
});

describe("The names of a new resource", () => {
  it("are derived from its plural", () => {
    expect(namesOf("support-tickets")).to.deep.equal({
      plural: "support-tickets",
      table: "support_tickets",
      singular: "support_ticket",
      model: "SupportTicket",
      models: "SupportTickets",
      variable: "supportTicket",
      variables: "supportTickets",
      label: "Support tickets",
      word: "support ticket",
      aWord: "a support ticket",
      words: "support tickets",
    });
    expect(namesOf("policies")).to.include({ model: "Policy", singular: "policy" });
    expect(namesOf("people", "person")).to.include({ model: "Person", table: "people" });
  });

  for (const [plural, aWord] of Object.entries({
    invoices: "an invoice",
    "user-groups": "a user group",
    units: "a unit",
    uploads: "an upload",
    hours: "an hour",
    houses: "a house",
    euros: "a euro",
    events: "an event",
  }))
    it(`get the right article: ${aWord}`, () => {
      expect(namesOf(plural)!.aWord).to.equal(aWord);
    });
});
