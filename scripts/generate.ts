/**
 * Generates src/generated from openapi/: the bundle, its types and the table of route files. With `--check` it writes
 * nothing and fails when a file is out of date.
 */
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { assertValid } from "../src/api/validation/validation.js";
import { ContractError } from "../src/contract/operations.js";
import { bundle, bundleOfOAuth } from "./contract/bundle.js";
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
  const document = await bundle(".");
  const files = routeFilesOf(document, ".");
  const staleBundle = write("openapi.json", `${JSON.stringify(document, null, 1)}\n`);
  await serviceRestarted();
  await assertValid(document); // the service trusts the bundle
  const stale = [
    staleBundle,
    write("oauth.json", `${JSON.stringify(await bundleOfOAuth("."), null, 1)}\n`),
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
