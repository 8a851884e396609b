import { randomBytes } from "node:crypto";
import { HOUR } from "../../../lib/clock.js";
import type { WebCall } from "../../server/call.js";

/** Longer than a sign-in at a provider and the confirmation of a link take together. */
const LIFETIME = HOUR;

/**
 * The secret of this browser, to which sign-ins at providers are bound, so that the answer of one can't be used in
 * another browser. Undefined for none.
 */
export const browserSecretOf = (call: WebCall): string | undefined => {
  const secret = call.readCookie("provider");
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined;
};

/** The secret of this browser, which gets one if it has none. Sign-ins in several tabs share it. */
export function keepBrowserSecret(call: WebCall): string {
  const secret = browserSecretOf(call) ?? randomBytes(32).toString("base64url");
  call.setCookie("provider", secret, LIFETIME);
  return secret;
}
