import { expect } from "chai";
import { compare } from "../../scripts/contract/comparison.js";
import { shippedDocument } from "../../src/contract/document.js";
import { PublishedContract } from "../../src/contract/published.js";

// deeply nested nodes of the document
/* eslint-disable @typescript-eslint/no-explicit-any */
type Edit = (document: any) => void;

describe("The webhooks of the contract", function () {
  this.timeout(60_000);
  const shipped = shippedDocument();
  const breakingOf = async (edit: Edit): Promise<string[]> => {
    const changed = structuredClone(shipped);
    edit(changed);
    const { breaking } = await compare(shipped, changed, new Date());
    return breaking.map(({ where, message }) => `${where}: ${message}`);
  };

  it("are published with the schemas of what is delivered, to those who may read it", () => {
    const { callable } = {
      callable: (names: string[]) =>
        new PublishedContract(shipped, "https://auth.example.test").callable((name) => names.includes(name)),
    };
    const reader = callable(["events.read", "users.read"]).document;
    expect(reader.components["schemas"])
      .to.include.keys("UserCreatedEvent", "User")
      .and.not.to.have.key("RoleCreatedEvent");
    expect(Object.keys(reader.webhooks!)).to.include("user.created").and.not.to.include("role.created");
    expect(Object.keys(callable([]).document.webhooks ?? {})).to.deep.equal([]);
  });

  it("can gain types and fields", async () => {
    const added = await breakingOf((document) => {
      document.webhooks["user.born"] = document.webhooks["user.created"];
      document.components.schemas.EventType.enum.push("user.born");
      document.components.schemas.UserCreatedEvent.properties.more = { type: "string" };
    });
    expect(added).to.deep.equal([]);
  });

  it("break clients when a type or a field is gone", async () => {
    const type = await breakingOf((document) => delete document.webhooks["user.created"]);
    expect(type.join()).to.contain("/user.created");
    const field = await breakingOf((document) => {
      const event = document.components.schemas.UserCreatedEvent;
      delete event.properties.trace_id;
      event.required = event.required.filter((name: string) => name !== "trace_id");
    });
    expect(field.join()).to.contain("GET /user.created").and.contain("trace_id");
  });
});
