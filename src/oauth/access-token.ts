import { SignJWT } from "jose";
import { v4 as uuidv4 } from "uuid";
import { clientIdOf } from "../domain/oauth/clients/client-ids.js";
import type { OAuthLogin } from "../domain/oauth/grants/logins.js";
import { ownResource, type Resources } from "../domain/oauth/tokens/resources.js";
import { currentSigner } from "../domain/oauth/openid/signing-keys.js";
import { subjectOf } from "../domain/oauth/openid/subjects.js";
import type { Services } from "../domain/services.js";
import { now, SECOND } from "../lib/clock.js";
import type { RegisteredClient } from "../models/oauth-client.js";
import type { ActingFor } from "../models/organisations/organisation-tokens.js";
import { organisationClaims } from "./openid/claims.js";
import { signInClaims } from "./openid/id-token.js";

/** What an access token says. */
export interface AccessTokenClaims {
  /** Null for a token of the client itself. */
  userId: string | null;
  scopes: readonly string[];
  resources: Resources;
  keyThumbprint: Buffer | null;
  /** How the user signed in, with OpenID Connect. */
  login: OAuthLogin | null;
  /** The organisation that the token is for; null for none. */
  organisation: ActingFor | null;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

export type AccessTokenWriter = (claims: AccessTokenClaims) => Promise<string>;

/**
 * Writes access tokens as JWTs (RFC 9068), which other services check without asking this one; null for a client with opaque
 * tokens. The key is read here, before the transaction that stores the token.
 */
export const accessTokenWriter = (
  services: Services,
  client: RegisteredClient,
): Promise<AccessTokenWriter> | null =>
  client.options.access_token_format === "opaque" ? null : jwtWriter(services, client);

async function jwtWriter(services: Services, client: RegisteredClient): Promise<AccessTokenWriter> {
  const appUrl = services.config.env.APP_URL;
  const { id, algorithm, key } = await currentSigner(services, client.options.id_token_signed_response_alg);
  return ({ userId, scopes, resources, keyThumbprint, login, organisation, expiresAt }) => {
    const [first = ownResource(appUrl), ...others] = resources ?? [];
    const claims = {
      client_id: clientIdOf(client),
      ...(scopes.length > 0 && { scope: scopes.join(" ") }),
      ...(login && signInClaims(login)),
      ...organisationClaims(organisation, scopes),
      ...(keyThumbprint && { cnf: { jkt: keyThumbprint.toString("base64url") } }),
    };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, kid: id, typ: "at+jwt" })
      .setIssuer(appUrl.origin)
      .setSubject(userId === null ? clientIdOf(client) : subjectOf(client, userId))
      .setAudience(others.length === 0 ? first : [first, ...others])
      .setJti(uuidv4())
      .setIssuedAt(Math.floor(now() / SECOND))
      .setExpirationTime(Math.floor(expiresAt / SECOND))
      .sign(key);
  };
}
