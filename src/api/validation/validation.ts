import express from "express";
import { middleware } from "express-openapi-validator";
import { ContractError } from "../../contract/operations.js";
import type { OpenApiDocument } from "../../contract/document.js";
import { run } from "../../http/stage.js";
import { withNestedFilters } from "./nested-filters.js";
import { FORMATS } from "./formats.js";
import { assertSchemas } from "./schemas.js";

/** @throws ContractError when a reference leads nowhere, the document isn't valid OpenAPI, or a schema isn't valid */
export async function assertValid(document: OpenApiDocument): Promise<void> {
  assertSchemas(document);
  // express-openapi-validator tells what is wrong with its document in the first request
  const [first] = middleware({
    apiSpec: withNestedFilters(document) as never,
    validateApiSpec: true,
    formats: FORMATS,
  });
  try {
    await run(first!, { app: express() } as never, {} as never);
  } catch (error) {
    throw new ContractError([`the document is not valid OpenAPI: ${(error as Error).message}`]);
  }
}
