/**
 * Makes src/generated from openapi/: the bundle, its types, and the table of route files.
 * `--check` writes nothing and fails when a file is out of date.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { declareDeprecation } from "../src/contract/deprecation.js";
import type { OpenApiDocument, ParameterObject } from "../src/contract/document.js";
import { basePathOf, METHODS, middlewareOf, permissionOf } from "../src/contract/operations.js";
import { SAMPLE_ORIGIN, withOperations } from "../src/contract/published.js";
import { codeSamplesOf } from "./contract/code-samples.js";
import { redocly } from "./contract/redocly.js";
import { routeFiles } from "./contract/route-files.js";
import { SourceError } from "./contract/source-error.js";

const BANNER = "// Made by scripts/generate.ts from openapi/. Do not edit.\n";
const FOLDER = "src/generated";

try {
  await generate();
} catch (error) {
  console.error(error instanceof SourceError ? error.message : error);
  process.exitCode = 1;
}

async function generate(): Promise<void> {
  const document = await bundle();
  const stale = [
    write("openapi.json", `${JSON.stringify(document, null, 1)}\n`),
    write("api.ts", BANNER + astToString(await openapiTS(JSON.stringify(document)))),
    write("route-files.ts", BANNER + routeFiles(document)),
  ].flat();
  if (stale.length === 0) return;
  console.error(`Out of date: ${stale.join(", ")}. Run npm run generate and commit the result.`);
  process.exitCode = 1;
}

function write(name: string, content: string): string[] {
  const file = join(FOLDER, name);
  if (!process.argv.includes("--check")) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, content);
    return [];
  }
  return readFileSync(file, "utf8") === content ? [] : [file];
}

async function bundle(): Promise<OpenApiDocument> {
  const bundled = await redocly({}, "v1.json", (pathOf) => [
    ...["bundle", "v1", "--config", "openapi/redocly.yaml", "--output", pathOf("v1.json")],
  ]);
  return enrich(JSON.parse(bundled) as OpenApiDocument);
}

/**
 * Shows each route's middleware, permission and code samples, and writes parameters out so that nobody has to resolve
 * references.
 */
function enrich(bundled: OpenApiDocument): OpenApiDocument {
  const resolve = (parameter: ParameterObject | { $ref: string }): ParameterObject =>
    "$ref" in parameter
      ? (bundled.components["parameters"]![parameter.$ref.split("/").pop()!] as ParameterObject)
      : parameter;
  const base = SAMPLE_ORIGIN + basePathOf(bundled);
  for (const [path, item] of Object.entries(bundled.paths)) {
    if (item.parameters) item.parameters = item.parameters.map(resolve);
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      if (operation.parameters) operation.parameters = operation.parameters.map(resolve);
      const permission = operation["x-tier"] === "permission" && permissionOf(operation.operationId!);
      if (permission) operation["x-permission"] = permission;
      else delete operation["x-permission"];
      operation["x-middleware"] = middlewareOf(operation);
      const whole = {
        ...operation,
        parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])],
      };
      operation["x-codeSamples"] = codeSamplesOf(base, path, method, whole);
      declareDeprecation(operation, bundled);
    }
  }
  return withOperations(bundled, () => true);
}
