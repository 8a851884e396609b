import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { CurrentFile } from "../../../lib/current-file.js";
import { ServedFile } from "../../server/served-file.js";

/** Swagger UI is what swagger-ui-express brings along; its own page does not fit under a strict policy. */
const swagger = createRequire(createRequire(import.meta.url).resolve("swagger-ui-express"));

/** The script, the modules that it is made of, and the style sheet. */
const OWN = new URL("../../../../views/assets/api-dock/", import.meta.url);

/** What the browser of the contract is made of; none of it is given to anybody who may not read the contract. */
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

/** Read when it is first asked for. @returns undefined for a name that is not in the table */
export const apiDockFile = (name: string): ServedFile | undefined => files.get(name)?.value;
