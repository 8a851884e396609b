/**
 * Generates src/generated from openapi/: the bundle, its types and the table of route files. With `--check` it writes
 * nothing and fails when a file is out of date.
 */
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { assertValid } from "../src/api/validation.js";
import { declareDeprecation } from "../src/contract/deprecation.js";
import type { OpenApiDocument, ParameterObject } from "../src/contract/document.js";
import {
  basePathOf,
  ContractError,
  METHODS,
  middlewareOf,
  permissionOf,
} from "../src/contract/operations.js";
import { SAMPLE_ORIGIN, withOperations } from "../src/contract/published.js";
import { assemble, type Source } from "./contract/assemble.js";
import { codeSamplesOf } from "./contract/code-samples.js";
import { addSamples } from "./contract/oauth-samples.js";
import { redocly } from "./contract/redocly.js";
import { routeFileChecks, routeFilesOf, routeOperations } from "./contract/route-files.js";
import { SourceError } from "./contract/source-error.js";

const BANNER = "// Made by scripts/generate.ts from openapi/. Do not edit.\n";
const FOLDER = "src/generated";

try {
  await generate();
} catch (error) {
  console.error(error instanceof SourceError || error instanceof ContractError ? error.message : error);
  process.exitCode = 1;
}

async function generate(): Promise<void> {
  const document = await bundle();
  const files = routeFilesOf(document);
  const staleBundle = write("openapi.json", `${JSON.stringify(document, null, 1)}\n`);
  await serviceRestarted();
  await assertValid(document); // the service trusts the bundle
  const stale = [
    staleBundle,
    write("oauth.json", `${JSON.stringify(await bundleOfOAuth(), null, 1)}\n`),
    write("api.ts", BANNER + astToString(await openapiTS(JSON.stringify(document)))),
    write("route-operations.ts", BANNER + routeOperations(files)),
    write("route-files.ts", BANNER + routeFileChecks(files)),
  ].flat();
  if (stale.length === 0) return;
  console.error(`Out of date: ${stale.join(", ")}. Run npm run generate and commit the result.`);
  process.exitCode = 1;
}

/** Under scripts/dev.ts, waits until the service runs with the bundle, because the rest would slow its start down. */
async function serviceRestarted(): Promise<void> {
  if (!process.send) return;
  process.send("bundled");
  await once(process, "message");
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
  return enrich(assemble(withParameters(await bundleOf("sources"))));
}

/** The contract of the OAuth2 endpoints, whose sources are complete but for the code samples. */
async function bundleOfOAuth(): Promise<Source> {
  const document = addSamples(withParameters(await bundleOf("oauth")));
  delete document.components["parameters"]; // nothing refers to them any more
  return document;
}

/** @param api its name in openapi/redocly.yaml */
async function bundleOf(api: string): Promise<Source> {
  const bundled = await redocly({}, "bundled.json", (pathOf) => [
    ...["bundle", api, "--config", "openapi/redocly.yaml", "--output", pathOf("bundled.json")],
  ]);
  return JSON.parse(bundled) as Source;
}

/**
 * Replaces the references to parameters by the parameters, so that readers of the bundle don't have to resolve them.
 */
function withParameters(bundled: Source): Source {
  const resolve = (parameter: ParameterObject | { $ref: string }): ParameterObject =>
    "$ref" in parameter
      ? (bundled.components["parameters"]![parameter.$ref.split("/").pop()!] as ParameterObject)
      : parameter;
  for (const item of Object.values(bundled.paths)) {
    if (item.parameters) item.parameters = item.parameters.map(resolve);
    for (const operation of METHODS.flatMap((method) => item[method] ?? []))
      if (operation.parameters) operation.parameters = operation.parameters.map(resolve);
  }
  return bundled;
}

/** Adds the middleware, the permission and the code samples to each operation. */
function enrich(document: OpenApiDocument): OpenApiDocument {
  const base = SAMPLE_ORIGIN + basePathOf(document);
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const permission = operation["x-tier"] === "permission" && permissionOf(operation.operationId!);
      if (permission) operation["x-permission"] = permission;
      else delete operation["x-permission"];
      operation["x-middleware"] = middlewareOf(operation);
      const withShared = {
        ...operation,
        parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])],
      };
      operation["x-codeSamples"] = codeSamplesOf(base, path, method, withShared);
      declareDeprecation(operation, document);
    }
  return withOperations(document, () => true);
}
