import { DAY, now } from "../../lib/clock.js";
import type { SettingsSnapshot } from "../settings/settings.js";

/** Why a password has to be replaced before anything else. */
export type PasswordDue = "set_by_other" | "expired";

/** What keeps an account from the pages until its password is replaced; null for nothing. */
export function passwordDue(
  account: { password_changed_at: number | null; password_must_change: boolean | number },
  settings: SettingsSnapshot,
): PasswordDue | null {
  if (account.password_must_change) return "set_by_other";
  return isPasswordExpired(account, settings) ? "expired" : null;
}

/**
 * Whether a password has to be changed before anything else: strictly older than the days of the setting. 0 turns it
 * off, and a password without a stamp does not expire (service.md "Password expiry").
 */
function isPasswordExpired(
  account: { password_changed_at: number | null },
  settings: SettingsSnapshot,
): boolean {
  const days = settings.get("auth.password_expiry_days");
  if (days === 0 || account.password_changed_at === null) return false;
  return now() - account.password_changed_at > days * DAY;
}

/** Whole days since the password was set, and until it expires; null for what is not known or never comes. */
export function passwordDays(
  account: { password_changed_at: number | null },
  settings: SettingsSnapshot,
): { age: number | null; left: number | null } {
  const expiryDays = settings.get("auth.password_expiry_days");
  if (account.password_changed_at === null) return { age: null, left: null };
  const age = now() - account.password_changed_at;
  const left = expiryDays === 0 ? null : Math.floor((expiryDays * DAY - age) / DAY);
  return { age: Math.floor(age / DAY), left };
}
