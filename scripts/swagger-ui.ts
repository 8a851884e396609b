/**
 * Generates src/generated/swagger-ui-cuts.json: where `/api-dock` cuts the script of Swagger UI. With `--check` it writes
 * nothing and fails when the file is out of date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cutsOf } from "./swagger-ui/cuts.js";

const FILE = "src/generated/swagger-ui-cuts.json";
const location = createRequire(import.meta.url).resolve("swagger-ui-dist/swagger-ui-bundle.js");
const json = `${JSON.stringify(cutsOf(readFileSync(location, "utf8")))}\n`;

if (!process.argv.includes("--check")) writeFileSync(FILE, json);
else if (readFileSync(FILE, "utf8") !== json) {
  console.error(`Out of date: ${FILE}. Run npm run generate and commit the result.`);
  process.exitCode = 1;
}
