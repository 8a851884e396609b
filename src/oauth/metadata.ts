import { ASSERTION_ALGORITHMS } from "../domain/oauth/clients/client-options.js";
import { DPOP_ALGORITHMS } from "../domain/oauth/tokens/dpop-proofs.js";
import { DEVICE_GRANT, GRANT_TYPES } from "../domain/oauth/grants/grant-types.js";
import type { SettingsSnapshot } from "../domain/settings/settings.js";
import { OPENID_SCOPES } from "../domain/oauth/tokens/scopes.js";
import { SIGNING_ALGORITHMS, SUBJECT_TYPES } from "../models/client-options.js";
import { RESPONSE_MODES } from "./authorization-request.js";
import { ACR_VALUES } from "./openid/id-token.js";
import { PROMPTS } from "./openid/openid-request.js";
import { CLIENT_AUTHENTICATION_METHODS } from "./client-authentication.js";
import { PATHS } from "./paths.js";

export { PATHS } from "./paths.js";

/** Grants that need a consent screen, so a service without screens doesn't offer them. */
const NEED_SCREENS: readonly string[] = ["authorization_code", DEVICE_GRANT];

/** The authorization server metadata (RFC 8414, section 2). */
export const metadata = (issuer: string, scopes: readonly string[], hasScreens: boolean): object => ({
  issuer,
  ...(hasScreens && {
    authorization_endpoint: issuer + PATHS.authorize,
    pushed_authorization_request_endpoint: issuer + PATHS.pushedRequest,
    require_pushed_authorization_requests: false,
    device_authorization_endpoint: issuer + PATHS.deviceCode,
    jwks_uri: issuer + PATHS.keys,
  }),
  token_endpoint: issuer + PATHS.token,
  revocation_endpoint: issuer + PATHS.revoke,
  introspection_endpoint: issuer + PATHS.introspect,
  scopes_supported: scopes,
  response_types_supported: hasScreens ? ["code"] : [],
  response_modes_supported: RESPONSE_MODES,
  grant_types_supported: GRANT_TYPES.filter((grant) => hasScreens || !NEED_SCREENS.includes(grant)),
  token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHODS,
  token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
  revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHODS,
  revocation_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
  introspection_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHODS.filter(
    (method) => method !== "none",
  ),
  introspection_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
  code_challenge_methods_supported: ["S256"],
  dpop_signing_alg_values_supported: DPOP_ALGORITHMS,
  authorization_response_iss_parameter_supported: true,
});

/** The metadata of a resource of this service (RFC 9728, section 2). */
export const resourceMetadata = (issuer: string, resource: string, scopes: readonly string[]): object => ({
  resource,
  authorization_servers: [issuer],
  scopes_supported: scopes,
  bearer_methods_supported: ["header"],
});

/** How clients can describe themselves (RFC 8414, and draft-ietf-oauth-client-id-metadata-document, section 6). */
export const newClientsMetadata = (issuer: string, settings: SettingsSnapshot): object => ({
  ...(settings.get("oauth.dynamic_registration") && { registration_endpoint: issuer + PATHS.register }),
  ...(settings.get("oauth.client_id_documents") !== "off" && { client_id_metadata_document_supported: true }),
});

/** The claims of ID tokens and of the userinfo endpoint. */
const CLAIMS = [
  ...["sub", "iss", "aud", "exp", "iat", "auth_time", "acr", "amr", "nonce", "at_hash", "sid"],
  ...["org_id", "org_slug", "org_roles"],
  ...["name", "given_name", "family_name", "picture", "zoneinfo", "locale", "updated_at"],
  ...["email", "email_verified", "preferred_username", "external_id"],
];

/** The OpenID provider metadata (OpenID Connect Discovery, section 3), for a service with screens. */
export const openidConfiguration = (issuer: string, scopes: readonly string[]): object => ({
  ...metadata(issuer, [...OPENID_SCOPES, ...scopes], true),
  userinfo_endpoint: issuer + PATHS.userinfo,
  end_session_endpoint: issuer + PATHS.logout,
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
  subject_types_supported: SUBJECT_TYPES,
  id_token_signing_alg_values_supported: SIGNING_ALGORITHMS,
  claims_supported: CLAIMS,
  acr_values_supported: ACR_VALUES,
  prompt_values_supported: PROMPTS,
  claims_parameter_supported: true,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
});
