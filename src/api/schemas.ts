import Ajv2020 from "ajv/dist/2020.js";
import { ContractError } from "../contract/operations.js";
import type { OpenApiDocument } from "../contract/document.js";

const dialect = new Ajv2020.default({ strict: false });

/**
 * Checks every schema of the document against the JSON Schema dialect of OpenAPI 3.1. The validator itself
 * compiles a schema with the first request that needs it, and a mistake would be that request's 500.
 * @throws ContractError that lists every schema that is none
 */
export function assertSchemas(document: OpenApiDocument): void {
  const { schemas = {}, ...components } = document.components;
  const problems = [
    ...Object.entries(schemas).map(([name, schema]) => [`components/schemas/${name}`, schema] as const),
    ...schemasIn({ paths: document.paths, components }),
  ].flatMap(([place, schema]) =>
    problemsOf(schema as object).map((problem) => `the schema at ${place} is not valid: ${problem}`),
  );
  if (problems.length > 0) throw new ContractError(problems);
}

/** Whatever stands under a key `schema`, with its place. */
function schemasIn(value: unknown, place = ""): (readonly [string, unknown])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    if (key === "example" || key === "examples") return [];
    const at = place === "" ? key : `${place}/${key}`;
    return key === "schema" ? [[at, child] as const] : schemasIn(child, at);
  });
}

function problemsOf(schema: object): string[] {
  const problems =
    dialect.validateSchema(schema) === true ? [] : [dialect.errorsText(dialect.errors, { dataVar: "" })];
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === "pattern" && typeof value === "string" && !isPattern(value))
      problems.push(`${value} is no regular expression`);
    return value;
  });
  return problems;
}

/** The dialect only annotates `format: regex`, so that nobody else looks at a pattern. */
function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
