import { expect } from "chai";
import { shippedDocument } from "../../src/contract/document.js";

type Node = Record<string, unknown>;

const EXAMPLES = ["example", "examples"];
const document = shippedDocument() as unknown as Node;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** Every object of the document outside its examples, with its place. */
function* nodesOf(node: Node, place = "#"): Generator<[place: string, node: Node]> {
  yield [place, node];
  for (const [key, value] of Object.entries(node))
    if (isNode(value) && !EXAMPLES.includes(key)) yield* nodesOf(value, `${place}/${key}`);
}

/** The description of a schema, or of the one that it refers to. */
function descriptionOf(schema: Node): unknown {
  if (schema["description"] !== undefined || typeof schema["$ref"] !== "string") return schema["description"];
  const keys = schema["$ref"].slice("#/".length).split("/");
  return descriptionOf(keys.reduce((node, key) => node[key] as Node, document));
}

/** Whether a path is another one with an id. */
const isBelow = (path: string, parent: string): boolean =>
  path.startsWith(`${parent}/`) && /^\{[^/]+\}$/.test(path.slice(parent.length + 1));

describe("The schemas of the contract", () => {
  it("describe every property", () => {
    const undescribed = [...nodesOf(document)].flatMap(([place, { type, properties }]) =>
      type === "object" && isNode(properties)
        ? Object.entries(properties)
            .filter(([, schema]) => !descriptionOf(schema as Node))
            .map(([name]) => `${place}/${name}`)
        : [],
    );
    expect(undescribed).to.deep.equal([]);
  });

  it("use no `const` for a boolean, which several generators can't express", () => {
    const constants = [...nodesOf(document)].filter(([, node]) => typeof node["const"] === "boolean");
    expect(constants.map(([place]) => place)).to.deep.equal([]);
  });
});

describe("The operations of the contract", () => {
  const { paths } = shippedDocument();
  const creations = Object.entries(paths).filter(
    ([path, { post }]) =>
      post?.responses?.["201"] &&
      Object.keys(paths).some((other) => isBelow(other, path) && paths[other]!.get),
  );

  for (const [path, { post }] of creations)
    it(`link from what was created to what shows it: ${post!.operationId}`, () => {
      const [shown] = Object.keys(paths).filter((other) => isBelow(other, path));
      const { links, content } = post!.responses!["201"] as {
        links?: Record<string, { operationId: string; parameters: Record<string, string> }>;
        content: Record<string, { examples: Record<string, { value?: { data: Node } }> }>;
      };
      const { operationId, parameters } = links!["show"]!;
      expect(operationId).to.equal(paths[shown!]!.get!.operationId);
      const names = [...shown!.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      const created = names.pop()!;
      const within = names.map((name) => [name, `$request.path.${name}`]);
      expect(parameters).to.deep.equal({
        ...Object.fromEntries(within),
        [created]: "$response.body#/data/id",
      });
      for (const { value } of Object.values(content["application/json"]!.examples))
        if (value) expect(value.data).to.have.property("id");
    });

  it("of which some create something that can be shown", () => {
    expect(creations).to.have.length(8);
  });
});
