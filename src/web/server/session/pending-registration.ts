import type { PendingRegistration } from "../../../domain/registration/registration.js";
import { DAY, now } from "../../../lib/clock.js";
import type { WebCall } from "../call.js";

/** Longer than the link, because another one can be requested. */
const LIFETIME = DAY;
const CELL = { table: "cookies", column: "registration", row: "pending" };

interface Kept extends PendingRegistration {
  until: number;
}

/**
 * Keeps a registration in its browser until the address is verified. The cookie is encrypted, because it holds the hash
 * of the password, and because it mustn't reveal whether the address was taken.
 */
export function keepRegistration(call: WebCall, pending: PendingRegistration): void {
  const kept: Kept = { ...pending, until: now() + LIFETIME };
  call.setCookie("registration", call.services.encryption.encrypt(JSON.stringify(kept), CELL), LIFETIME);
}

/** The registration of this browser that waits for verification. */
export function keptRegistration(call: WebCall): PendingRegistration | null {
  const sealed = call.readCookie("registration");
  if (sealed === undefined) return null;
  try {
    const kept = JSON.parse(call.services.encryption.decrypt(sealed, CELL)) as Kept;
    return kept.until > now() ? kept : null;
  } catch {
    return null; // altered, or encrypted with a former key
  }
}
