import Ajv2020 from "ajv/dist/2020.js";
import { ContractError } from "../../contract/operations.js";
import type { OpenApiDocument } from "../../contract/document.js";

const dialect = new Ajv2020.default({ strict: false });

/**
 * Checks every schema of the document against the JSON Schema dialect of OpenAPI 3.1. A validator is loaded by the first
 * request that needs it, so an invalid schema would be noticed only as a 500.
 * @throws ContractError that lists every invalid schema
 */
export function assertSchemas(document: OpenApiDocument): void {
  const { schemas = {}, ...components } = document.components;
  const problems = [
    ...Object.entries(schemas).map(([name, schema]) => [`components/schemas/${name}`, schema] as const),
    ...schemasIn({ paths: document.paths, components }),
  ].flatMap(([path, schema]) =>
    problemsOf(schema as object).map((problem) => `the schema at ${path} is not valid: ${problem}`),
  );
  if (problems.length > 0) throw new ContractError(problems);
}

/** The values of all keys named `schema`, with their paths in the document. */
function schemasIn(value: unknown, parent = ""): (readonly [string, unknown])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    if (key === "example" || key === "examples") return [];
    const path = parent === "" ? key : `${parent}/${key}`;
    return key === "schema" ? [[path, child] as const] : schemasIn(child, path);
  });
}

function problemsOf(schema: object): string[] {
  const problems =
    dialect.validateSchema(schema) === true ? [] : [dialect.errorsText(dialect.errors, { dataVar: "" })];
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === "pattern" && typeof value === "string" && !isPattern(value))
      problems.push(`${value} is not a regular expression`);
    return value;
  });
  return problems;
}

/** Whether the text is a regular expression. The dialect doesn't check this: `format: regex` is only an annotation. */
function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
