import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import type { OpenApiDocument } from "../../src/contract/document.js";
import { publish, SAMPLE_ORIGIN } from "../../src/contract/published.js";

const FILE_TYPE = ts.factory.createTypeReferenceNode("Blob");

/** The types of the TypeScript client, from the document as it is published. */
export async function clientTypes(document: OpenApiDocument): Promise<string> {
  const { json } = publish(document, SAMPLE_ORIGIN);
  const transform = ({ format }: { format?: string }) => (format === "binary" ? FILE_TYPE : undefined);
  return astToString(await openapiTS(json, { transform }));
}
