import { createHash } from "node:crypto";
import { validate as isUuid } from "uuid";
import { decodeProtectedHeader, errors, importJWK, jwtVerify, SignJWT } from "jose";
import { clientIdOf } from "../../domain/oauth/clients/client-ids.js";
import type { OAuthLogin } from "../../domain/oauth/grants/logins.js";
import { currentSigner, keyForHint } from "../../domain/oauth/openid/signing-keys.js";
import type { Services } from "../../domain/services.js";
import type { SignInMethod } from "../../domain/access/sign-in.js";
import { HOUR, now, SECOND } from "../../lib/clock.js";
import type { RegisteredClient } from "../../models/oauth-client.js";
import type { ActingFor } from "../../models/organisations/organisation-tokens.js";
import { User } from "../../models/user.js";
import { claimsOf, organisationClaims } from "./claims.js";
import { sidOf, subjectOf } from "../../domain/oauth/openid/subjects.js";

/** How long an ID token is valid. */
const LIFETIME = HOUR;

/** The classes of sign-ins: a passkey (OpenID EAP ACR Values), two factors and one (REFEDS). */
export const ACR_VALUES = [
  "phr",
  "https://refeds.org/profile/mfa",
  "https://refeds.org/profile/sfa",
] as const;
const [PASSKEY, TWO_FACTORS, ONE_FACTOR] = ACR_VALUES;

/** The claims `acr` and `amr` (RFC 8176) of each way to sign in. */
const METHODS: Record<SignInMethod, { acr: string; amr?: string[] }> = {
  password: { acr: ONE_FACTOR, amr: ["pwd"] },
  code: { acr: TWO_FACTORS, amr: ["pwd", "otp", "mfa"] },
  recovery_code: { acr: TWO_FACTORS, amr: ["pwd", "mfa"] },
  passkey: { acr: PASSKEY, amr: ["pop", "user", "mfa"] },
  // what the provider asked for isn't known
  provider: { acr: ONE_FACTOR },
};

/** The `acr` of a way to sign in; undefined for a session that an older version started. */
export const acrOf = (method: SignInMethod | null): string | undefined =>
  method === null ? undefined : METHODS[method].acr;

/** When and how the user signed in. */
export const signInClaims = ({ authenticatedAt, method }: OAuthLogin) => ({
  auth_time: seconds(authenticatedAt),
  ...(method !== null && METHODS[method]),
});

interface IdTokenRequest {
  client: RegisteredClient;
  login: OAuthLogin;
  /** The organisation that the user acts for; null for none. */
  organisation: ActingFor | null;
  /** The scopes of the access token. */
  scopes: readonly string[];
  accessToken: string;
  /** A refreshed ID token repeats when the user signed in, but not the nonce (OpenID Connect Core, section 12.2). */
  isRefreshed: boolean;
}

/** An ID token (OpenID Connect Core, section 2). */
export async function issueIdToken(
  services: Services,
  { client, login, organisation, scopes, accessToken, isRefreshed }: IdTokenRequest,
): Promise<string> {
  const { knex, config } = services;
  const user = (await User.query(knex).findById(login.userId))!;
  const { id, algorithm, key } = await currentSigner(services, client.options.id_token_signed_response_alg);
  const issuedAt = seconds(now());
  const inIdToken = client.options.scope_claims_in_id_token ? scopes : [];
  const claims = {
    ...claimsOf(user, inIdToken, login.claims?.id_token ?? [], config.env.APP_URL),
    ...organisationClaims(organisation, inIdToken),
    sub: subjectOf(client, user.id),
    ...signInClaims(login),
    ...(login.nonce !== null && !isRefreshed && { nonce: login.nonce }),
    at_hash: accessTokenHash(accessToken),
    sid: sidOf(client, login.sessionId),
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, kid: id, typ: "JWT" })
    .setIssuer(config.env.APP_URL.origin)
    .setAudience(clientIdOf(client))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME / SECOND)
    .sign(key);
}

/** What an ID token of this service says. */
export interface IdTokenClaims {
  /** The `sub`. */
  subject: string;
  clientId: string;
  /** The `sid`. */
  session: string;
}

/**
 * Reads an ID token that a client presents as a hint, also one that has expired (OpenID Connect Core, section 3.1.2.1).
 * @returns null for a token that wasn't signed here for this client, or whose key is gone
 */
export async function readIdTokenHint(
  services: Services,
  token: string,
  clientId?: string,
): Promise<IdTokenClaims | null> {
  try {
    const { kid } = decodeProtectedHeader(token);
    const key = kid !== undefined && isUuid(kid) ? await keyForHint(services, kid) : null;
    if (key === null) return null;
    const { payload } = await jwtVerify(token, await importJWK(key.jwk, key.algorithm), {
      algorithms: [key.algorithm],
      issuer: services.config.env.APP_URL.origin,
      ...(clientId !== undefined && { audience: clientId }),
      typ: "JWT",
      requiredClaims: ["sub", "aud", "sid"],
      currentDate: new Date(0), // an expired token is still a hint
    });
    return { subject: payload.sub!, clientId: payload.aud as string, session: payload["sid"] as string };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}

const seconds = (ms: number): number => Math.floor(ms / SECOND);

/** The left half of the SHA-256 hash; both algorithms use SHA-256 (OpenID Connect Core, section 3.1.3.6). */
const accessTokenHash = (token: string): string =>
  createHash("sha256").update(token, "ascii").digest().subarray(0, 16).toString("base64url");
