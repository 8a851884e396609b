import {
  verificationUrl,
  type VerificationLink,
} from "../../../src/domain/registration/email-verification.js";
import { MINUTE, now } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import type { World } from "../app/world.js";

/** The parts of a path with query, as `auth.email.verify` takes them. */
export function partsOf(link: string): VerificationLink {
  const url = new URL(link, "http://localhost");
  const [id, hash] = url.pathname.split("/").slice(-2);
  return { id, hash, ...Object.fromEntries(url.searchParams) } as unknown as VerificationLink;
}

/** A valid link for the address of the account. */
export const verificationLink = ({ services }: World, user: User): VerificationLink =>
  partsOf(verificationUrl(services, user, now() + 5 * MINUTE));
