import { calculateJwkThumbprint, EmbeddedJWK, errors, jwtVerify, type JWK, type JWTPayload } from "jose";
import type { Services } from "../../services.js";
import { MINUTE, now, SECOND } from "../../../lib/clock.js";
import { equalsInConstantTime, sha256 } from "../../../lib/secrets.js";
import { isFirstUse } from "./used-jwts.js";

export const DPOP_ALGORITHMS = ["ES256", "ES384", "EdDSA", "Ed25519", "RS256", "PS256"] as const;

/** How old a proof can be, and how far the clock of a client may be off. Its id is remembered for as long. */
const LIFETIME = MINUTE;
const CLOCK_TOLERANCE = 10 * SECOND;
const MAX_LENGTH = 8192;

/** What a proof is for. */
export interface Proven {
  method: string;
  /** The path of the request, without its query. */
  path: string;
  /** The algorithms of the client; by default all. */
  algorithms?: readonly string[];
  /** For a request with an access token. */
  accessToken?: string;
}

/**
 * The thumbprint (RFC 7638) of the key that signed the proof; null for a proof that is wrong, old, used or for another request
 * (RFC 9449, section 4.3).
 * @param sent the values of the header `DPoP`
 */
export async function provenKey(
  services: Services,
  sent: readonly string[],
  proven: Proven,
): Promise<Buffer | null> {
  const [proof, ...others] = sent;
  if (proof === undefined || others.length > 0 || proof.length > MAX_LENGTH) return null;
  const verified = await verify(proof, proven.algorithms ?? DPOP_ALGORITHMS);
  if (!verified || !isFor(verified.payload, proven, services.config.env.APP_URL)) return null;
  const thumbprint = await calculateJwkThumbprint(verified.key, "sha256");
  const { jti, iat = 0 } = verified.payload;
  const id = typeof jti === "string" ? `dpop ${thumbprint} ${jti}` : null;
  const isNew = id !== null && (await isFirstUse(services, id, iat * SECOND + LIFETIME + CLOCK_TOLERANCE));
  return isNew ? Buffer.from(thumbprint, "base64url") : null;
}

async function verify(
  proof: string,
  algorithms: readonly string[],
): Promise<{ payload: JWTPayload; key: JWK } | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: "dpop+jwt",
      algorithms: [...algorithms],
      maxTokenAge: LIFETIME / SECOND,
      clockTolerance: CLOCK_TOLERANCE / SECOND,
      requiredClaims: ["jti", "htm", "htu"],
      currentDate: new Date(now()),
    });
    return { payload, key: protectedHeader.jwk! };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException)
      return null;
    throw error;
  }
}

function isFor({ htm, htu, ath }: JWTPayload, { method, path, accessToken }: Proven, appUrl: URL): boolean {
  if (htm !== method || typeof htu !== "string" || !URL.canParse(htu)) return false;
  const { origin, pathname } = new URL(htu); // without query and fragment
  if (origin !== appUrl.origin || pathname !== path) return false;
  if (accessToken === undefined) return true;
  return typeof ath === "string" && equalsInConstantTime(ath, sha256(accessToken).toString("base64url"));
}
