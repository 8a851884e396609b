import { createRequire } from "node:module";
import { CurrentFile } from "../../../lib/current-file.js";
import { ServedFile } from "../../server/served-file.js";

/** Swagger UI is what swagger-ui-express brings along; its own page does not fit under a strict policy. */
const swagger = createRequire(createRequire(import.meta.url).resolve("swagger-ui-express"));
const own = (name: string): URL => new URL(`../../../../views/assets/${name}`, import.meta.url);

/** The script, the modules that it is made of, and the style sheet. */
const OWN = [
  "api-dock.css",
  "api-dock.js",
  "api-dock-access.js",
  "api-dock-answers.js",
  "api-dock-contract.js",
  "api-dock-failures.js",
  "api-dock-filter.js",
  "api-dock-layout.js",
  "api-dock-links.js",
  "api-dock-operation.js",
  "api-dock-page.js",
  "api-dock-panel.js",
  "api-dock-parts.js",
  "api-dock-repairs.js",
  "api-dock-requests.js",
  "api-dock-samples.js",
  "api-dock-swagger.js",
  "api-dock-token.js",
  "api-dock-try.js",
];

/** What the browser of the contract is made of; none of it is given to anybody who may not read the contract. */
const LOCATIONS = new Map<string, string | URL>([
  ["swagger-ui.css", swagger.resolve("swagger-ui-dist/swagger-ui.css")],
  ["swagger-ui-bundle.js", swagger.resolve("swagger-ui-dist/swagger-ui-bundle.js")],
  ...OWN.map((name): [string, URL] => [name, own(name)]),
]);

export const API_DOCK_FILES: readonly string[] = [...LOCATIONS.keys()];

const files = new Map(
  [...LOCATIONS].map(
    ([name, location]) => [name, new CurrentFile(location, (file) => ServedFile.read(file))] as const,
  ),
);

/** Read when it is first asked for. @returns undefined for a name that is not in the table */
export const apiDockFile = (name: string): ServedFile | undefined => files.get(name)?.value;
