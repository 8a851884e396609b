import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { parse } from "yaml";
import { shippedDocument, type OpenApiDocument, type OperationObject } from "../../src/contract/document.js";
import { METHODS, readContract } from "../../src/contract/operations.js";
import { PublishedContract, withOperations } from "../../src/contract/published.js";
import { PERMISSIONS } from "../../src/domain/access/permissions.js";
import { useFolder } from "../support/app/processes.js";

const ORIGIN = "https://id.example.test";
const OPERATIONS = readContract(shippedDocument(), new Set(PERMISSIONS));

const idsOf = ({ paths }: OpenApiDocument): string[] =>
  Object.values(paths).flatMap((item) => METHODS.flatMap((method) => item[method]?.operationId ?? []));

/** Every string below a `$ref`. */
function refsIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "$ref" && typeof value === "string" ? [value] : refsIn(value),
  );
}
const componentsOf = ({ components }: OpenApiDocument): string[] =>
  Object.entries(components)
    .filter(([group]) => group !== "securitySchemes")
    .flatMap(([group, members]) => Object.keys(members).map((name) => `#/components/${group}/${name}`));

const ROLES: Record<string, readonly string[]> = {
  "without permissions": [],
  "that can read accounts": ["users.read"],
  "that can only create accounts": ["users.create"],
  "with every permission for accounts": ["users.read", "users.create", "users.update", "users.delete"],
  "with other permissions": ["roles.read", "api-docs.read"],
  "with every permission": PERMISSIONS,
};

describe("The contract for a reader", () => {
  const folder = useFolder();
  const contract = new PublishedContract(shippedDocument(), ORIGIN);
  const callable = (held: readonly string[]) => contract.callable((permission) => held.includes(permission));

  it("has no patterns that generated clients can't compile, and keeps the others", () => {
    const patterns = [...contract.whole.json.matchAll(/"pattern": (".*")/g)].map(
      ([, json]) => JSON.parse(json!) as string,
    );
    expect(patterns).to.include("^[0-9]{1,9}$");
    expect(patterns.filter((pattern) => pattern.includes("\\u"))).to.deep.equal([]);
  });

  for (const [role, held] of Object.entries(ROLES))
    describe(`for a role ${role}`, () => {
      it("contains the operations that need no permission or that the role has the permission for", () => {
        const expected = OPERATIONS.filter(
          ({ permission }) => permission === null || held.includes(permission),
        ).map(({ id }) => id);
        expect(idsOf(callable(held).document)).to.have.members(expected);
      });

      it("contains exactly the tags and components that its operations refer to", () => {
        const { document } = callable(held);
        const tags = Object.values(document.paths).flatMap((item) =>
          METHODS.flatMap((method) => item[method]?.tags ?? []),
        );
        expect(document.tags.map(({ name }) => name)).to.have.members([...new Set(tags)]);
        expect(new Set(componentsOf(document))).to.deep.equal(new Set(refsIn(document)));
      });

      it("is the same in JSON and in YAML", () => {
        const { json, yaml, document } = callable(held);
        expect(JSON.parse(json)).to.deep.equal(document);
        expect(parse(yaml)).to.deep.equal(document);
        expect(parse(yaml, { version: "1.1" })).to.deep.equal(document);
      });
    });

  it("satisfies the rules of the contract for every reader", async function () {
    this.timeout(60_000);
    const files = Object.values(ROLES).map((held, index) => {
      const file = join(folder.path, `${index}.json`);
      writeFileSync(file, callable(held).json);
      return file;
    });
    const linter = "node_modules/@redocly/cli/bin/cli.js";
    // every rule of the rule set is an error
    await promisify(execFile)(process.execPath, [
      ...[linter, "lint", "--config", "openapi/redocly.yaml"],
      ...files,
    ]).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(stdout + stderr);
    });
  });

  it("is generated once for readers with the same permissions", () => {
    const [one, other] = [callable(["users.read"]), callable(["users.read", "dashboard.read"])];
    expect(other).to.equal(one);
    expect(callable([])).not.to.equal(one);
    expect(contract.whole).to.equal(contract.whole);
  });

  it("names the service that publishes it, and has a hash of its own", () => {
    const { document, json, checksum } = contract.whole;
    expect(document.servers.map(({ url }) => url)).to.deep.equal([`${ORIGIN}/api/v1`]);
    expect(json).not.to.contain("authdock.example/api");
    expect(checksum).to.match(/^[0-9a-f]{64}$/);
    const elsewhere = new PublishedContract(shippedDocument(), "https://other.example.test");
    expect(elsewhere.whole.checksum).not.to.equal(checksum);
    expect(new PublishedContract(shippedDocument(), ORIGIN).whole.checksum).to.equal(checksum);
  });

  it("is cached for a limited number of permission sets", () => {
    const document = shippedDocument();
    const users = document.paths["/users"]!.get!;
    for (let n = 0; n < 20; n++)
      document.paths[`/things-${n}`] = {
        get: { ...users, operationId: `things${n}.index`, "x-permission": `things${n}.read` },
      };
    const many = new PublishedContract(document, ORIGIN);
    const of = (n: number) => many.callable((permission) => permission === `things${n}.read`);
    const first = of(0);
    for (let n = 1; n < 16; n++) of(n);
    expect(of(0)).to.equal(first);
    for (let n = 1; n <= 16; n++) of(n);
    expect(of(0)).not.to.equal(first);
    expect(of(16)).to.equal(of(16));
  });

  it("contains a component that is referred to only in part", () => {
    const document = shippedDocument();
    const [name] = Object.keys(document.components["schemas"]!);
    document.components = { schemas: { ...document.components["schemas"], Part: { properties: { a: {} } } } };
    const only: OperationObject = {
      operationId: "things.show",
      responses: { 200: { $ref: "#/components/schemas/Part/properties/a" } },
    };
    document.paths = { "/things": { get: only } };
    document["x-fallbacks"] = {};
    const { components } = withOperations(document, () => true);
    expect(Object.keys(components["schemas"]!)).to.include("Part").and.not.include(name);
  });
});
