import type { JSONWebKeySet } from "jose";

/** The algorithms of ID tokens and logout tokens. The first is the default, as OpenID Connect Core requires. */
export const SIGNING_ALGORITHMS = ["RS256", "ES256"] as const;
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** `pairwise` clients know each user by an id of their own (OpenID Connect Core, section 8). */
export const SUBJECT_TYPES = ["public", "pairwise"] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** How a confidential client authenticates. A public client doesn't. */
export const CONFIDENTIAL_METHODS = ["client_secret", "private_key_jwt"] as const;
export type ConfidentialMethod = (typeof CONFIDENTIAL_METHODS)[number];

/** Whether access tokens are random values, or JWTs that say what they allow (RFC 9068). */
export const ACCESS_TOKEN_FORMATS = ["opaque", "jwt"] as const;
export type AccessTokenFormat = (typeof ACCESS_TOKEN_FORMATS)[number];

/**
 * How a client binds an authorization code to the browser that asked for it (RFC 9700, section 2.1.1): by a code challenge, by
 * that or the nonce of OpenID Connect, or not at all.
 */
export const CODE_BINDINGS = ["pkce", "pkce_or_nonce", "none"] as const;
export type CodeBinding = (typeof CODE_BINDINGS)[number];

/** The profile whose rules apply to the client: none, or FAPI 2.0 Security Profile. */
export const SECURITY_PROFILES = ["none", "fapi2"] as const;
export type SecurityProfile = (typeof SECURITY_PROFILES)[number];

/** How a client takes part in the protocols, by the names of RFC 7591 and OpenID Connect where they have one. */
export interface ClientOptions {
  /** Always `pkce` for a public client. */
  code_binding: CodeBinding;
  id_token_signed_response_alg: SigningAlgorithm;
  subject_type: SubjectType;
  /** Receives logout tokens (OpenID Connect Back-Channel Logout 1.0); null for none. */
  backchannel_logout_uri: string | null;
  token_endpoint_auth_method: ConfidentialMethod;
  /** The public keys of the client, for `private_key_jwt`; null for none. */
  jwks: JSONWebKeySet | null;
  /** Whether authorization requests must be pushed (RFC 9126). */
  require_pushed_authorization_requests: boolean;
  access_token_format: AccessTokenFormat;
  /** The services for which the client may ask for tokens, by their addresses (RFC 8707). */
  resources: string[];
  /** Whether each access token is bound to a key of the client (RFC 9449). */
  dpop_bound_access_tokens: boolean;
  /** Whether answers to authorization requests have `iss` (RFC 9207). */
  authorization_response_iss_parameter: boolean;
  /** Whether the claims of the scopes are in ID tokens, beside those of the userinfo endpoint. */
  scope_claims_in_id_token: boolean;
  /** With `may_introspect`: the resources whose access tokens the client can introspect; none for all tokens. */
  introspection_resources: string[];
  security_profile: SecurityProfile;
}

export const DEFAULT_OPTIONS: Readonly<ClientOptions> = {
  code_binding: "pkce",
  id_token_signed_response_alg: "RS256",
  subject_type: "public",
  backchannel_logout_uri: null,
  token_endpoint_auth_method: "client_secret",
  jwks: null,
  require_pushed_authorization_requests: false,
  access_token_format: "opaque",
  resources: [],
  dpop_bound_access_tokens: false,
  authorization_response_iss_parameter: true,
  scope_claims_in_id_token: true,
  introspection_resources: [],
  security_profile: "none",
};

/** Options as they are stored. The former version reads and writes `require_pkce`, and keeps names that it doesn't know. */
export type StoredOptions = Partial<ClientOptions> & { require_pkce?: boolean };

export const toStored = (options: ClientOptions): StoredOptions => ({
  ...options,
  require_pkce: requiresPkce(options),
});

/** @param stored null for a client of an earlier version */
export function withDefaults(stored: StoredOptions | null): ClientOptions {
  const { require_pkce, code_binding, ...options } = stored ?? {};
  return { ...DEFAULT_OPTIONS, ...options, code_binding: bindingOf(require_pkce, code_binding) };
}

/** @param stored the JSON of the column; null for a client of an earlier version, or for none */
export const parseOptions = (stored: string | null): ClientOptions =>
  stored === null ? DEFAULT_OPTIONS : withDefaults(JSON.parse(stored) as StoredOptions);

/** `require_pkce`, which was the option before `code_binding`. */
export const requiresPkce = ({ code_binding: binding }: ClientOptions): boolean => binding === "pkce";

/** The former version may have changed `require_pkce` since `code_binding` was stored. */
function bindingOf(required: boolean | undefined, binding: CodeBinding = "pkce"): CodeBinding {
  if (required === undefined) return binding;
  if (required) return "pkce";
  return binding === "none" ? "none" : "pkce_or_nonce";
}

/** Fields with options among them, and the former `require_pkce`, which applies without `code_binding`. */
type Fields = { readonly [name in keyof ClientOptions]?: unknown } & {
  readonly require_pkce?: boolean | undefined;
};

/** The options among other fields; absent ones are absent. */
export function optionsIn<T extends Fields>(fields: T): Pick<T, keyof T & keyof ClientOptions> {
  const { require_pkce: required } = fields;
  const former = required === undefined ? {} : { code_binding: bindingOf(required) };
  const all = { ...former, ...fields };
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => name in DEFAULT_OPTIONS && value !== undefined),
  ) as Pick<T, keyof T & keyof ClientOptions>;
}
