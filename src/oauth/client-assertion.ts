import { decodeJwt, errors, importJWK, jwtVerify, type JWK, type JWTPayload } from "jose";
import type { Services } from "../domain/services.js";
import { clientIdOf } from "../domain/oauth/clients/client-ids.js";
import { isFapi2 } from "../domain/oauth/clients/security-profile.js";
import { isFirstUse } from "../domain/oauth/tokens/used-jwts.js";
import { HOUR, MINUTE, now, SECOND } from "../lib/clock.js";
import type { RegisteredClient } from "../models/oauth-client.js";

/** RFC 7523, section 2.2. */
export const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** The longest time until an assertion expires, for which its id is remembered: an hour for clients that write it, and its delay. */
const LONGEST_LIFETIME = HOUR + MINUTE;
/** How far the clock of a client may be off. */
const CLOCK_TOLERANCE_SECONDS = 10;

/** The client that an assertion names, before its signature is checked; undefined if it can't be read. */
export function issuerOfAssertion(assertion: string): string | undefined {
  try {
    return decodeJwt(assertion).iss;
  } catch {
    return undefined;
  }
}

/**
 * Whether the client signed the assertion for this service and presents it for the first time (RFC 7523, section 3).
 * @param audiences the addresses by which the assertion may name the service
 */
export async function isAssertionOf(
  services: Services,
  client: RegisteredClient,
  assertion: string,
  audiences: readonly string[],
): Promise<boolean> {
  for (const key of client.options.jwks?.keys ?? []) {
    const payload = await verify(assertion, key, clientIdOf(client), audiences);
    if (payload && hasOneAudience(payload, client) && !isFromFuture(payload))
      return isUnused(services, client.id, payload);
  }
  return false;
}

async function verify(
  assertion: string,
  key: JWK,
  clientId: string,
  audiences: readonly string[],
): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(assertion, await importJWK(key), {
      algorithms: key.alg === "EdDSA" ? ["EdDSA", "Ed25519"] : [key.alg!],
      issuer: clientId,
      subject: clientId,
      audience: [...audiences],
      requiredClaims: ["exp", "jti"],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(now()),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * Another service that the assertion names could present it here, so there is only one (RFC 9700 and the erratum of RFC 7523). For
 * FAPI 2.0 it is a text (section 5.3.2.1).
 */
const hasOneAudience = ({ aud }: JWTPayload, client: RegisteredClient): boolean =>
  typeof aud === "string" || (aud?.length === 1 && !isFapi2(client));

/** How far ahead the time of issue can be (FAPI 2.0 Security Profile, section 5.3.2.1). */
const MAX_AHEAD = MINUTE;

const isFromFuture = ({ iat }: JWTPayload): boolean => iat !== undefined && iat * SECOND > now() + MAX_AHEAD;

/** Remembers the id of the assertion until it expires. */
async function isUnused(
  services: Services,
  clientId: string,
  { jti, exp = 0 }: JWTPayload,
): Promise<boolean> {
  const expiresAt = exp * SECOND + CLOCK_TOLERANCE_SECONDS * SECOND;
  if (typeof jti !== "string" || expiresAt > now() + LONGEST_LIFETIME) return false;
  return isFirstUse(services, `${clientId} ${jti}`, expiresAt);
}
