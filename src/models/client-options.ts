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

/** How a client takes part in the protocols, by the names of RFC 7591 and OpenID Connect where they have one. */
export interface ClientOptions {
  /** Whether authorization requests need a code challenge (RFC 7636). Always for a public client. */
  require_pkce: boolean;
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
}

export const DEFAULT_OPTIONS: Readonly<ClientOptions> = {
  require_pkce: true,
  id_token_signed_response_alg: "RS256",
  subject_type: "public",
  backchannel_logout_uri: null,
  token_endpoint_auth_method: "client_secret",
  jwks: null,
  require_pushed_authorization_requests: false,
  access_token_format: "opaque",
  resources: [],
  dpop_bound_access_tokens: false,
};

/** @param stored null for a client of an earlier version */
export const withDefaults = (stored: Partial<ClientOptions> | null): ClientOptions => ({
  ...DEFAULT_OPTIONS,
  ...stored,
});

/** The options among other fields; absent ones are absent. */
export const optionsIn = <T extends object>(fields: T): Pick<T, keyof T & keyof ClientOptions> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => name in DEFAULT_OPTIONS && value !== undefined),
  ) as Pick<T, keyof T & keyof ClientOptions>;
