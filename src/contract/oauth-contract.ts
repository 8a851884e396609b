import { OPENID_SCOPES } from "../domain/oauth/tokens/scopes.js";
import { shippedOAuthDocument, type OpenApiDocument } from "./document.js";

interface OAuth2Scheme {
  flows: Record<string, { scopes: Record<string, string> }>;
}

/** The contract of the OAuth2 endpoints with the scopes of this service's catalogue. */
export function oauthDocumentFor(scopes: readonly string[]): OpenApiDocument {
  const document = shippedOAuthDocument();
  const { flows } = document.components["securitySchemes"]!["oauth2"] as OAuth2Scheme;
  for (const [name, flow] of Object.entries(flows)) {
    const all = name === "authorizationCode" ? [...OPENID_SCOPES, ...scopes] : scopes;
    flow.scopes = Object.fromEntries(
      all.map((scope) => [scope, flow.scopes[scope] ?? "Defined by the operator of this service."]),
    );
  }
  return document;
}
