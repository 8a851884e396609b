import {
  showApiDock,
  showApiDockAsset,
  showOAuthDock,
  showOAuthJson,
  showOAuthYaml,
  showOpenApiJson,
  showOpenApiYaml,
  submitApiDockToken,
  submitApiDockTokenEnd,
} from "./api-dock.js";
import { del, get, post, RECENT } from "../../server/table.js";

const READERS = ["auth", "can:api-docs.read"] as const;
const OAUTH_READERS = ["feature:oauth", ...READERS] as const;

/** The contract browser. All of its routes require the same permission. */
export const API_DOCK_ROUTES = [
  get("api-dock", READERS, showApiDock),
  get("api-dock.json", READERS, showOpenApiJson),
  get("api-dock.yaml", READERS, showOpenApiYaml),
  get("api-dock.oauth", OAUTH_READERS, showOAuthDock),
  get("api-dock.oauth.json", OAUTH_READERS, showOAuthJson),
  get("api-dock.oauth.yaml", OAUTH_READERS, showOAuthYaml),
  get("api-dock.asset", READERS, showApiDockAsset),
  post("api-dock.token.store", [...READERS, ...RECENT], submitApiDockToken),
  del("api-dock.token.destroy", READERS, submitApiDockTokenEnd),
] as const;
