import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { CurrentFile } from "../../../lib/current-file.js";
import { productFile } from "../../../lib/product-files.js";
import { ServedFile } from "../../server/served-file.js";
import { SWAGGER_UI_PIECES, swaggerUiPiece } from "./swagger-ui-pieces.js";

/** The Swagger UI files of swagger-ui-express. Its own page isn't used, because it breaks a strict CSP. */
const swagger = createRequire(createRequire(import.meta.url).resolve("swagger-ui-express"));

/** The script with its modules, and the style sheet. */
const OWN = productFile("views/assets/api-dock/");

const fileAt = (location: string | URL) => new CurrentFile(location, (file) => ServedFile.read(file));

const pieceNamed = (name: string) =>
  new CurrentFile(
    swagger.resolve("swagger-ui-dist/swagger-ui-bundle.js"),
    (file) => new ServedFile("text/javascript; charset=utf-8", swaggerUiPiece(file, name)),
  );

/**
 * The files of the contract browser, which only users who can read the contract get. Those of the library change with
 * its version, our own with ours. Modules import each other by name, so all files of a group have one version.
 */
const GROUPS = [
  new Map([
    ["swagger-ui.css", fileAt(swagger.resolve("swagger-ui-dist/swagger-ui.css"))],
    ...SWAGGER_UI_PIECES.map((name) => [name, pieceNamed(name)] as const),
  ]),
  new Map(
    readdirSync(OWN, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, fileAt(new URL(name, OWN))]),
  ),
];
type Group = (typeof GROUPS)[number];

export const API_DOCK_FILES: readonly string[] = GROUPS.flatMap((group) => [...group.keys()]);

/** The scripts that the page's own script imports. */
export const API_DOCK_MODULES = API_DOCK_FILES.filter(
  (name) => name.endsWith(".js") && !SWAGGER_UI_PIECES.includes(name),
);

const groupOf = (name: string): Group | undefined => GROUPS.find((group) => group.has(name));

function versionOf(group: Group): string {
  const hash = createHash("sha256");
  for (const [name, file] of group) hash.update(`${name} ${file.value.hash}\n`);
  return hash.digest("hex").slice(0, 16);
}

/** The version in the address of the file: a hash of its group. @throws RangeError for an unknown name */
export function apiDockVersion(name: string): string {
  const group = groupOf(name);
  if (!group) throw new RangeError(`There is no file ${name}.`);
  return versionOf(group);
}

/** @returns undefined for an unknown name, and for another version */
export function apiDockFile(name: string, version: string): ServedFile | undefined {
  const group = groupOf(name);
  return group && versionOf(group) === version ? group.get(name)?.value : undefined;
}
