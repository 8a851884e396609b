import { DAY, now } from "../../lib/clock.js";
import { RowNotFound } from "../../lib/failures.js";
import { User } from "../../models/user.js";
import type { Services } from "../services.js";
import type { SettingsSnapshot } from "../settings/settings.js";
import { passwordDays } from "../passwords/password-expiry.js";
import { recoveryCodesOf } from "../two-factor/two-factor.js";

/** With fewer unused recovery codes, new ones should be created. */
export const FEWEST_CODES = 3;
/** A password that expires within this many days should be changed. */
const EXPIRY_DAYS = 7;
/** Days without use after which a token should be revoked. */
export const UNUSED_DAYS = 90;

/** The account, and its active access tokens that were neither created nor used in the last days. */
const CHECKED = `
  select u.id, u.email, u.email_verified_at, u.password_changed_at,
    u.two_factor_confirmed_at, u.two_factor_recovery_codes, u.passkey_count,
    (select count(*) from personal_access_tokens t
      where t.user_id = u.id and t.revoked_at is null and t.expires_at > ? and t.created_at < ?
        and (t.last_used_at is null or t.last_used_at < ?)) as unused
  from users u where u.id = ?`;

/** What the owner of an account can do to protect it, with the facts for its words. */
export type SecurityCheck =
  | { name: "email"; isDone: boolean; email: string }
  | { name: "two_factor"; isDone: boolean }
  /** `left` is null without a second factor. */
  | { name: "recovery_codes"; isDone: boolean; left: number | null }
  /** Whole days; null for unknown or never. */
  | { name: "password"; isDone: boolean; age: number | null; left: number | null }
  | { name: "tokens"; isDone: boolean; unused: number };

/** The checks that apply to the account under these settings. */
export async function securityChecklist(
  services: Services,
  settings: SettingsSnapshot,
  userId: string,
): Promise<SecurityCheck[]> {
  const since = now() - UNUSED_DAYS * DAY;
  const row = await services.rows.one<{ unused: number }>(CHECKED, [now(), since, since, userId]);
  if (!row) throw new RowNotFound();
  const { unused, ...columns } = row;
  const user = User.fromDatabaseJson(columns);
  const password = passwordDays(user, settings);
  return [
    { name: "email", isDone: user.email_verified_at !== null, email: user.email },
    ...secondFactor(services, settings, user),
    { name: "password", isDone: password.left === null || password.left > EXPIRY_DAYS, ...password },
    { name: "tokens", isDone: unused === 0, unused },
  ];
}

/** A passkey alone doesn't ask for a second factor after the password, but comes with recovery codes. */
function secondFactor({ encryption }: Services, settings: SettingsSnapshot, user: User): SecurityCheck[] {
  const isUsed = settings.get("auth.two_factor");
  const hasPasskeys = settings.get("auth.passkeys") && user.passkey_count > 0;
  const left = user.hasAnyFactor ? recoveryCodesOf(encryption, user).length : null;
  return [
    ...(isUsed ? [{ name: "two_factor", isDone: user.hasTwoFactor } as const] : []),
    ...(isUsed || hasPasskeys
      ? [{ name: "recovery_codes", isDone: left !== null && left >= FEWEST_CODES, left } as const]
      : []),
  ];
}
