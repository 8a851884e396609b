import { DEVICE_GRANT, GRANT_TYPES } from "../domain/oauth/grant-types.js";
import { OPENID_SCOPES } from "../domain/oauth/scopes.js";
import { RESPONSE_MODES } from "./authorization-request.js";
import { ACR_VALUES } from "./id-token.js";
import { CLIENT_AUTHENTICATION_METHODS } from "./client-authentication.js";

export const PATHS = {
  authorize: "/oauth/authorize",
  token: "/oauth/token",
  revoke: "/oauth/revoke",
  introspect: "/oauth/introspect",
  deviceCode: "/oauth/device/code",
  device: "/oauth/device",
  metadata: "/.well-known/oauth-authorization-server",
  configuration: "/.well-known/openid-configuration",
  keys: "/oauth/jwks",
  userinfo: "/oauth/userinfo",
} as const;

/** Grants that need a consent screen, so a service without screens doesn't offer them. */
const NEED_SCREENS: readonly string[] = ["authorization_code", DEVICE_GRANT];

/** The authorization server metadata (RFC 8414, section 2). */
export const metadata = (issuer: string, scopes: readonly string[], hasScreens: boolean): object => ({
  issuer,
  ...(hasScreens && {
    authorization_endpoint: issuer + PATHS.authorize,
    device_authorization_endpoint: issuer + PATHS.deviceCode,
  }),
  token_endpoint: issuer + PATHS.token,
  revocation_endpoint: issuer + PATHS.revoke,
  introspection_endpoint: issuer + PATHS.introspect,
  scopes_supported: scopes,
  response_types_supported: hasScreens ? ["code"] : [],
  response_modes_supported: RESPONSE_MODES,
  grant_types_supported: GRANT_TYPES.filter((grant) => hasScreens || !NEED_SCREENS.includes(grant)),
  token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHODS,
  revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHODS,
  introspection_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHODS.filter(
    (method) => method !== "none",
  ),
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
});

/** The claims of ID tokens and of the userinfo endpoint. */
const CLAIMS = [
  ...["sub", "iss", "aud", "exp", "iat", "auth_time", "acr", "amr", "nonce", "at_hash", "sid"],
  ...["name", "given_name", "family_name", "picture", "zoneinfo", "locale", "updated_at"],
  ...["email", "email_verified"],
];

/** The OpenID provider metadata (OpenID Connect Discovery, section 3), for a service with screens. */
export const openidConfiguration = (issuer: string, scopes: readonly string[]): object => ({
  ...metadata(issuer, [...OPENID_SCOPES, ...scopes], true),
  jwks_uri: issuer + PATHS.keys,
  userinfo_endpoint: issuer + PATHS.userinfo,
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
  claims_supported: CLAIMS,
  acr_values_supported: ACR_VALUES,
  prompt_values_supported: ["none", "login", "consent", "select_account"],
  claims_parameter_supported: false,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
});
