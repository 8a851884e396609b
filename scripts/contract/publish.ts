/**
 * Publishes the contract: the document as JSON and YAML, a reference page, a Postman collection, a manifest and
 * checksums.
 *
 * --origin https://api.example.com   the origin of the service; by default APP_URL of the environment or of `.env`, or
 *                                    http://localhost:$PORT
 * --out <folder>                     the output folder; by default dist/openapi
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { processVariables } from "../../src/config/config.js";
import type { OpenApiDocument } from "../../src/contract/document.js";
import { originFrom, publishedFiles } from "./publish-files.js";

const SOURCE = "src/generated/openapi.json";

const { values } = parseArgs({
  options: { origin: { type: "string" }, out: { type: "string", default: "dist/openapi" } },
});
try {
  const origin = originFrom(values.origin, processVariables());
  const content = readFileSync(SOURCE, "utf8");
  const document = JSON.parse(content) as OpenApiDocument;
  const files = await publishedFiles(document, origin, { file: SOURCE, content });
  mkdirSync(values.out, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(values.out, name), text);
  console.log(
    `${document.info.title} ${document.info.version} for ${origin} in ${values.out}: ${[...files.keys()].join(", ")}`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
