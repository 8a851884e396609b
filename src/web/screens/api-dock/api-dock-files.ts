import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import compression from "compression";
import type { RequestHandler } from "express";
import { CurrentFile } from "../../../lib/current-file.js";
import { productFile } from "../../../lib/product-files.js";
import { fromPackage, immutableFile, type WebResult } from "../../server/responses/web-result.js";
import { ServedFile } from "../../server/assets/served-file.js";

const require = createRequire(import.meta.url);

/** The files of Swagger UI that the page loads. The package's own page isn't used, because it breaks a strict CSP. */
export const SWAGGER_UI_FILES: readonly string[] = ["swagger-ui.css", "swagger-ui-bundle.js"];
const { version: swaggerUiVersion } = require("swagger-ui-dist/package.json") as { version: string };
// it publishes no types
const { serve } = require("swagger-ui-express") as { serve: RequestHandler[] };
const serveCompressed = [compression(), ...serve];

/** The script with its modules, and the style sheet. */
const OWN = productFile("views/assets/api-dock/");
const own = new Map(
  readdirSync(OWN, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => [name, new CurrentFile(new URL(name, OWN), (location) => ServedFile.read(location))]),
);

export const OWN_FILES: readonly string[] = [...own.keys()];

/** The scripts that the page's own script imports. */
export const API_DOCK_MODULES = OWN_FILES.filter((name) => name.endsWith(".js"));

/** Modules import each other by name, so all of our own files have one version: a hash of them. */
function ownVersion(): string {
  const hash = createHash("sha256");
  for (const [name, file] of own) hash.update(`${name} ${file.value.hash}\n`);
  return hash.digest("hex").slice(0, 16);
}

/** The version in the address of the file. @throws RangeError for an unknown name */
export function apiDockVersion(name: string): string {
  if (SWAGGER_UI_FILES.includes(name)) return swaggerUiVersion;
  if (own.has(name)) return ownVersion();
  throw new RangeError(`There is no file ${name}.`);
}

/**
 * A file of the contract browser, which only users who can read the contract get. The browser keeps it, because its
 * address has a version.
 * @returns undefined for an unknown name, and for another version
 */
export function apiDockFile(name: string, version: string): WebResult | undefined {
  const isSwaggerUi = SWAGGER_UI_FILES.includes(name);
  if (!(isSwaggerUi || own.has(name)) || apiDockVersion(name) !== version) return undefined;
  return isSwaggerUi ? fromPackage(serveCompressed, name) : immutableFile(own.get(name)!.value);
}
