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
