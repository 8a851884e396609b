import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "chai";
import { shippedDocument } from "../../src/contract/document.js";
import { readContract } from "../../src/contract/operations.js";
import { PERMISSIONS } from "../../src/domain/access/permissions.js";
import { toolsOf, type AgentTool } from "../../src/mcp/tools.js";

const document = shippedDocument();
const operations = readContract(document, new Set(PERMISSIONS));
const tools = toolsOf(operations, document);
const tool = (name: string): AgentTool["shown"] => tools.find(({ shown }) => shown.name === name)!.shown;
/** As models count, roughly. */
const tokensIn = (value: unknown): number => JSON.stringify(value).length / 4;

describe("The tools of the contract", () => {
  it("are the operations that say what an agent does with them, in a stable order", () => {
    const names = tools.map(({ shown }) => shown.name);
    expect(names)
      .to.deep.equal([...names].sort())
      .and.to.include.members(["auth.me", "users.index"]);
    const others = operations.filter(({ id }) => !names.includes(id));
    expect(others.map(({ document: { "x-agent": use } }) => typeof use)).to.satisfy((uses: string[]) =>
      uses.every((use) => use === "object"),
    );
  });

  it("never hand out a secret, and never take a file or a password", () => {
    const text = JSON.stringify(tools.map(({ shown }) => shown.outputSchema));
    expect(text).not.to.match(/"(token|secret|client_secret|recovery_codes|password)":\{/);
    for (const { operation } of tools)
      expect(
        Object.keys(operation.document.requestBody?.content ?? { "application/json": {} }),
      ).to.deep.equal(["application/json"]);
  });

  it("are small enough for a model", () => {
    for (const { shown } of tools) expect(tokensIn(shown), shown.name).to.be.at.most(2000);
    expect(tokensIn(tools.map(({ shown }) => shown))).to.be.at.most(60_000);
  });

  it("have filters as an object, headers by name, and the body", () => {
    const { properties } = tool("users.index").inputSchema as unknown as Record<
      string,
      Record<string, object>
    >;
    expect(properties!["filter"]).to.have.nested.property("properties.search");
    const change = tool("users.update").inputSchema;
    expect(Object.keys(change["properties"] as object)).to.deep.equal(["user", "if_match", "body"]);
    expect(change["required"]).to.deep.equal(["user"]);
    expect(tool("users.index").description).to.contain("`filter.deleted=only`");
  });

  it("have only keys that every host accepts", () => {
    const keysOf = (node: unknown): string[] =>
      typeof node !== "object" || node === null
        ? []
        : Object.entries(node).flatMap(([key, value]) => [
            ...(key === "properties" ? Object.keys(value as object) : []),
            ...keysOf(value),
          ]);
    for (const { shown } of tools)
      for (const key of keysOf([shown.inputSchema, shown.outputSchema]))
        expect(key).to.match(/^[A-Za-z0-9_.-]+$/);
  });

  it("say what changes, also where the method says something else", () => {
    const { title, description } = tool("users.update.two-factor");
    expect(title).to.equal("Turn off two-factor authentication of a user");
    expect(description).to.contain("What changes: the account has no second factor.");
    expect(tool("users.index").description).not.to.contain("What changes");
  });

  it("say whether they read, change or destroy, and what destroys asks to be confirmed", () => {
    expect(tool("users.index").annotations).to.include({ readOnlyHint: true, destructiveHint: false });
    expect(tool("users.update").annotations).to.include({ readOnlyHint: false, destructiveHint: false });
    const { annotations, inputSchema } = tool("users.destroy");
    expect(annotations).to.include({ readOnlyHint: false, destructiveHint: true });
    expect(inputSchema["properties"]).to.have.property("confirm");
  });

  it("have schemas that a strict validator compiles", () => {
    for (const { shown } of tools) {
      const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
      addFormats.default(ajv);
      for (const schema of [shown.inputSchema, shown.outputSchema])
        expect(() => ajv.compile(schema), shown.name).not.to.throw();
    }
  });
});
