import { existsSync, readFileSync } from "node:fs";
import type { OpenApiDocument } from "../../src/contract/document.js";

export const RELEASED = "openapi/released/v1.json";
export const EXCEPTIONS = "openapi/released/exceptions.yaml";
export const CHANGELOG = "docs/api-changelog.md";

/** The contract of the last release; null before the first one. */
export const releasedDocument = (): OpenApiDocument | null =>
  existsSync(RELEASED) ? (JSON.parse(readFileSync(RELEASED, "utf8")) as OpenApiDocument) : null;
