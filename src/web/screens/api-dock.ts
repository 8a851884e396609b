import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { revokeOwnToken } from "../../domain/personal-tokens.js";
import { RowNotFound } from "../../lib/failures.js";
import type { WebCall, WebHandler } from "../call.js";
import { content, page } from "../reply.js";

const require = createRequire(import.meta.url);
const own = (name: string): URL => new URL(`../../../views/assets/${name}`, import.meta.url);

const FILES: Record<string, [type: string, file: string | URL]> = {
  "swagger-ui.css": ["text/css", require.resolve("swagger-ui-dist/swagger-ui.css")],
  "swagger-ui-bundle.js": ["text/javascript", require.resolve("swagger-ui-dist/swagger-ui-bundle.js")],
  "api-dock.css": ["text/css", own("api-dock.css")],
  "api-dock.js": ["text/javascript", own("api-dock.js")],
};

export const showApiDock: WebHandler = () => page("api-dock", "api-dock.title");

const publicationFor = (call: WebCall) =>
  call.query("only") === "callable"
    ? call.contract.callable((permission) => call.actor.can(permission))
    : call.contract.whole;

export const showOpenApiJson: WebHandler = (call) => {
  const { json, checksum } = publicationFor(call);
  return content("application/json", json, { ETag: `"${checksum}"` });
};

export const showOpenApiYaml: WebHandler = (call) => {
  const { yaml, checksum } = publicationFor(call);
  return content("application/yaml", yaml, { ETag: `"${checksum}"` });
};

export const showApiDockAsset: WebHandler = ({ params }) => {
  const found = FILES[params["file"]!];
  if (!found) throw new RowNotFound();
  const [type, file] = found;
  return content(type, readFileSync(file));
};

export const submitApiDockToken: WebHandler = () => {
  throw new RowNotFound();
};

export const submitApiDockTokenEnd: WebHandler = async ({ services, form, actor, origin }) => {
  await revokeOwnToken(services, actor.id, form.text("token"), origin);
  return content("application/json", "{}");
};
