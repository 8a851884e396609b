import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { CurrentFile } from "../../../lib/current-file.js";
import { ServedFile } from "../../server/served-file.js";

/** The Swagger UI files of swagger-ui-express. Its own page isn't used, because it breaks a strict CSP. */
const swagger = createRequire(createRequire(import.meta.url).resolve("swagger-ui-express"));

/** The script with its modules, and the style sheet. */
const OWN = new URL("../../../../views/assets/api-dock/", import.meta.url);

/** The files of the contract browser. Only users who can read the contract get them. */
const LOCATIONS = new Map<string, string | URL>([
  ["swagger-ui.css", swagger.resolve("swagger-ui-dist/swagger-ui.css")],
  ["swagger-ui-bundle.js", swagger.resolve("swagger-ui-dist/swagger-ui-bundle.js")],
  ...readdirSync(OWN, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }): [string, URL] => [name, new URL(name, OWN)]),
]);

export const API_DOCK_FILES: readonly string[] = [...LOCATIONS.keys()];

const files = new Map(
  [...LOCATIONS].map(
    ([name, location]) => [name, new CurrentFile(location, (file) => ServedFile.read(file))] as const,
  ),
);

/** Reads the file on its first request. @returns undefined for an unknown name */
export const apiDockFile = (name: string): ServedFile | undefined => files.get(name)?.value;
