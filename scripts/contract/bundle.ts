import { join } from "node:path";
import { declareDeprecation } from "../../src/contract/deprecation.js";
import type { OpenApiDocument, ParameterObject } from "../../src/contract/document.js";
import { basePathOf, METHODS, middlewareOf, permissionOf } from "../../src/contract/operations.js";
import { SAMPLE_ORIGIN, withOperations } from "../../src/contract/published.js";
import { assemble, type Source } from "./assemble.js";
import { codeSamplesOf } from "./code-samples.js";
import { addSamples } from "./oauth-samples.js";
import { redocly } from "./redocly.js";

/**
 * Makes the document of the API from the sources below `root`.
 * @throws SourceError when they can't be completed
 */
export async function bundle(root: string): Promise<OpenApiDocument> {
  return enrich(assemble(withParameters(await bundleOf(root, "sources"))));
}

/** The contract of the OAuth2 endpoints, whose sources are complete but for the code samples. */
export async function bundleOfOAuth(root: string): Promise<Source> {
  const document = addSamples(withParameters(await bundleOf(root, "oauth")));
  delete document.components["parameters"]; // nothing refers to them any more
  return document;
}

/** @param api its name in openapi/redocly.yaml */
async function bundleOf(root: string, api: string): Promise<Source> {
  const bundled = await redocly({}, "bundled.json", (pathOf) => [
    ...["bundle", api, "--config", join(root, "openapi/redocly.yaml"), "--output", pathOf("bundled.json")],
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
