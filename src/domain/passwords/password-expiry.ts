import { DAY, now } from "../../lib/clock.js";
import type { SettingsSnapshot } from "../settings/settings.js";

/** Why the password must be replaced. */
export type PasswordDue = "set_by_other" | "expired";

/** Why the account can't open pages until its password is replaced; null for no reason. */
export function passwordDue(
  account: { password_changed_at: number | null; password_must_change: boolean | number },
  settings: SettingsSnapshot,
): PasswordDue | null {
  if (account.password_must_change) return "set_by_other";
  return isPasswordExpired(account, settings) ? "expired" : null;
}

/**
 * Whether the password is strictly older than the number of days in the setting. 0 turns expiry off, and a password
 * without a timestamp doesn't expire (docs/requirements.md, "Password expiry").
 */
function isPasswordExpired(
  account: { password_changed_at: number | null },
  settings: SettingsSnapshot,
): boolean {
  const days = settings.get("auth.password_expiry_days");
  if (days === 0 || account.password_changed_at === null) return false;
  return now() - account.password_changed_at > days * DAY;
}

/** Whole days since the password was set and until it expires; null for unknown or never. */
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
