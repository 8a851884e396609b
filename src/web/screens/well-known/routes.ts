import {
  showApiCatalog,
  showChangePassword,
  showLinksForModels,
  showPasskeyEndpoints,
  showRelatedOrigins,
  showSecurityContact,
} from "./well-known.js";
import { get } from "../../server/table.js";

export const WELL_KNOWN_ROUTES = [
  get("well-known.change-password", ["public"], showChangePassword),
  get("well-known.api-catalog", ["public"], showApiCatalog),
  get("llms", ["public"], showLinksForModels),
  get("well-known.security", ["public"], showSecurityContact),
  get("well-known.webauthn", ["public", "feature:passkeys"], showRelatedOrigins),
  get("well-known.passkey-endpoints", ["public", "feature:passkeys"], showPasskeyEndpoints),
];
