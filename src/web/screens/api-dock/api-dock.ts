import { apiDockTokenMs, createApiDockToken } from "../../../domain/tokens/api-dock-tokens.js";
import { revokeOwnToken } from "../../../domain/tokens/personal-tokens.js";
import { MINUTE, toRfc3339 } from "../../../lib/clock.js";
import { RowNotFound } from "../../../lib/failures.js";
import { apiDock } from "../../../texts/en/api-dock.js";
import type { MessageKey, Translate } from "../../../texts/translate.js";
import { path } from "../../server/addresses.js";
import { API_DOCK_MODULES, apiDockFile, apiDockVersion } from "./api-dock-files.js";
import { CALLABLE, documentFor, OUTLINE, type ContractName } from "./documents.js";
import type { WebHandler } from "../../server/call.js";
import { envelope, page, served } from "../../server/responses/web-result.js";

/** The texts for the page's script, by their names without the prefix. */
const textsOf = (t: Translate): Record<string, string> =>
  Object.fromEntries(Object.keys(apiDock).map((key) => [key.replace("api-dock.", ""), t(key as MessageKey)]));

const DOCUMENT_ROUTES = {
  api: { json: "api-dock.json", yaml: "api-dock.yaml", title: "api-dock.title" },
  oauth: { json: "api-dock.oauth.json", yaml: "api-dock.oauth.yaml", title: "api-dock.oauth.title" },
} as const;

/** The browser of one contract. The other one has a page of its own. */
const dockOf =
  (name: ContractName): WebHandler =>
  ({ actor, contracts, oauth, services, t }) => {
    const { document, checksum } = contracts[name].whole;
    const { json, yaml, title } = DOCUMENT_ROUTES[name];
    return page("api-dock/api-dock", title, {
      contract: name,
      hasOAuth: oauth !== null,
      documentUrl: path(json),
      outlineUrl: path(json, { part: OUTLINE }),
      permissions: contracts[name].permissions.filter((permission) => actor.can(permission)),
      callableUrl: name === "api" ? path(json, { only: CALLABLE }) : "",
      yamlUrl: path(yaml),
      tokenUrl: path("api-dock.token.store"),
      version: document.info.version,
      checksum,
      tokenMinutes: apiDockTokenMs(services) / MINUTE,
      apiRate: services.config.env.API_RATE_PER_MINUTE,
      texts: textsOf(t),
      fileUrl: (file: string) => path("api-dock.asset", { version: apiDockVersion(file), file }),
      modules: API_DOCK_MODULES,
    });
  };

export const showApiDock = dockOf("api");
export const showOAuthDock = dockOf("oauth");

export const showOpenApiJson: WebHandler = (call) => served(documentFor(call, "api", "json"));
export const showOpenApiYaml: WebHandler = (call) => served(documentFor(call, "api", "yaml"));
export const showOAuthJson: WebHandler = (call) => served(documentFor(call, "oauth", "json"));
export const showOAuthYaml: WebHandler = (call) => served(documentFor(call, "oauth", "yaml"));

export const showApiDockAsset: WebHandler = ({ params }) => {
  const file = apiDockFile(params["file"]!, params["version"]!);
  if (!file) throw new RowNotFound();
  return file;
};

export const submitApiDockToken: WebHandler = async (call) => {
  const { id, name, scopes, value, expiresAt } = await createApiDockToken(call);
  const data = { id, name, token: value, expires_at: toRfc3339(expiresAt), scopes };
  return envelope(201, "Token created.", data);
};

export const submitApiDockTokenEnd: WebHandler = async (call) => {
  await revokeOwnToken(call, call.form.text("token"));
  return envelope(200, "Token revoked.");
};
