/**
 * Generates the types of the TypeScript client from the published document. With `--check` it writes nothing and fails
 * when the file is out of date.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { shippedDocument } from "../../src/contract/document.js";
import { publish, SAMPLE_ORIGIN } from "../../src/contract/published.js";

const FILE = "clients/typescript/src/schema.ts";
const BANNER = "// Made by scripts/clients/schema.ts from the published contract. Do not edit.\n";

const FILE_TYPE = ts.factory.createTypeReferenceNode("Blob");
const { json } = publish(shippedDocument(), SAMPLE_ORIGIN);
const types =
  BANNER +
  astToString(
    await openapiTS(json, { transform: ({ format }) => (format === "binary" ? FILE_TYPE : undefined) }),
  );
if (!process.argv.includes("--check")) writeFileSync(FILE, types);
else if (!existsSync(FILE) || readFileSync(FILE, "utf8") !== types) {
  console.error(`Out of date: ${FILE}. Run npm run generate and commit the result.`);
  process.exitCode = 1;
}
