import type { Passwords } from "../../lib/passwords/passwords.js";
import type { User } from "../../models/user.js";
import { secretOf, type KeyServices } from "./import-keys.js";

/** The columns of an account's password. */
export type StoredPassword = Pick<User, "password" | "password_imported">;

/**
 * Whether the password is the account's. Without an account, or for one without a password, it takes the same time.
 * @throws ServiceBusy, TooManyAttempts
 */
export async function matchesPassword(
  services: KeyServices & { passwords: Passwords },
  password: string,
  account: StoredPassword | undefined,
  ip: string,
): Promise<boolean> {
  const { passwords } = services;
  const stored = account?.password ?? null;
  if (!account?.password_imported || stored === null) return passwords.verify(password, stored, ip);
  return passwords.verifyImported(password, stored, ip, await secretOf(services, stored));
}

/** The hash that replaces the stored one after a sign-in; null when that one is this service's at the current cost. */
export async function renewedHash(
  passwords: Passwords,
  password: string,
  { password: stored, password_imported: isImported }: StoredPassword & { password: string },
  ip: string,
): Promise<string | null> {
  return isImported || passwords.needsRehash(stored) ? passwords.hash(password, ip) : null;
}
