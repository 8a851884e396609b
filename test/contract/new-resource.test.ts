import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "chai";
import { namesOf } from "../../scripts/new-resource/names.js";
import { ProjectCopy } from "../support/contract/project.js";

// test/contract/tutorial.test.ts creates two resources
describe("npm run new:resource", function () {
  this.timeout(60_000);
  let project: ProjectCopy;
  before(() => {
    project = new ProjectCopy();
  });
  after(() => project.remove());

  const add = (name: string) => project.run(["--import", "tsx", resolve("scripts/new-resource.ts"), name]);

  it("rejects a name that isn't a plural in kebab case", async () => {
    for (const name of ["", "Projects", "support_tickets", "sheep", "../projects"])
      expect(namesOf(name), name).to.equal(null);
    const { code, stderr } = await add("Projects");
    expect(code).to.equal(1);
    expect(stderr).to.include("in the plural and in kebab case");
  });

  it("rejects an existing resource, and changes nothing", async () => {
    const contract = project.read("openapi/v1/openapi.yaml");
    const { code, stderr } = await add("users");
    expect(code).to.equal(1);
    expect(stderr).to.include("These files already exist: openapi/v1/paths/users.yaml");
    expect(project.read("openapi/v1/openapi.yaml")).to.equal(contract);
    expect(existsSync(project.path("src/domain"))).to.equal(false);
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
