import { existsSync } from "node:fs";
import { join } from "node:path";
import type { OpenApiDocument, OperationObject } from "../../src/contract/document.js";
import { METHODS } from "../../src/contract/operations.js";
import { isTierPlace, placeOf, slugOf } from "../../src/contract/places.js";
import { SourceError } from "./source-error.js";

const FOLDER = "src/api/v1";

const quoted = (name: string): string => JSON.stringify(name);

/**
 * Route file below `v1/`, without extension → the route names of its operations.
 * @param root the folder of the product
 * @throws SourceError when a tier or a resource is both a file and a folder
 */
export function routeFilesOf({ paths }: OpenApiDocument, root: string): Map<string, string[]> {
  const files = new Map<string, string[]>();
  const operations = Object.values(paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));
  for (const operation of operations) {
    const file = routeFileOf(operation, root);
    files.set(file, [...(files.get(file) ?? []), operation.operationId!]);
  }
  return new Map([...files].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** The source of the type that lists the operations of each route file. Handlers get their types from it. */
export const routeOperations = (files: ReadonlyMap<string, readonly string[]>): string =>
  [
    "export interface RouteFileOperations {",
    ...[...files].map(([name, ids]) => `  ${quoted(name)}: ${ids.map(quoted).join(" | ")};`),
    "}",
    "",
  ].join("\n");

/** The source of a type check for the route files: the compiler reports a missing or superfluous file or handler. */
export function routeFileChecks(files: ReadonlyMap<string, readonly string[]>): string {
  const names = [...files.keys()];
  const identifier = (name: string): string => `${name.replaceAll(/\W/g, "_")}_`;
  return [
    'import type { HandlersOf } from "../api/types.js";',
    ...names.map((name) => `import type { handlers as ${identifier(name)} } from "../api/v1/${name}.js";`),
    "",
    "type Complete<Handlers extends Expected, Expected> = Handlers;",
    "export interface RouteFiles {",
    ...names.map(
      (name) => `  ${quoted(name)}: Complete<typeof ${identifier(name)}, HandlersOf<${quoted(name)}>>;`,
    ),
    "}",
    "",
  ].join("\n");
}

/**
 * A tier or a resource is either one file (`v1/users.ts`) or a folder with a file for each tag (`v1/users/sessions.ts`).
 * The form that exists is kept. Without either, a tier is a folder and a resource is a file.
 */
function routeFileOf({ operationId, tags, "x-tier": tier }: OperationObject, root: string): string {
  const place = placeOf(operationId!, tier!);
  const isFile = existsSync(join(root, FOLDER, `${place}.ts`));
  const isFolder = existsSync(join(root, FOLDER, place));
  if (isFile && isFolder)
    throw new SourceError([
      `${FOLDER}/${place}.ts and the folder ${FOLDER}/${place} both exist. Keep one of them.`,
    ]);
  const byTag = isFolder || (!isFile && isTierPlace(tier));
  return byTag ? `${place}/${slugOf(tags?.[0] ?? place)}` : place;
}
