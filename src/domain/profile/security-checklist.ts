import { DAY, now } from "../../lib/clock.js";
import { User } from "../../models/user.js";
import { hasSecondFactor } from "../../models/two-factor-requirement.js";
import { enabledFactors } from "../requirements/two-factor-requirement.js";
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

/** What the owner of an account can do to protect it, with the facts for its words. */
export type SecurityCheck =
  | { name: "email"; isDone: true; email: string }
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
  const [user, unused] = await Promise.all([
    User.query(services.knex).findById(userId).throwIfNotFound(),
    countUnusedTokens(services, userId),
  ]);
  const password = passwordDays(user, settings);
  const { code, passkey } = enabledFactors(settings);
  return [
    // an unverified account opens pages only while the service sends no links to verify it
    ...(user.email_verified_at === null ? [] : [{ name: "email", isDone: true, email: user.email } as const]),
    ...(code || passkey ? secondFactor(services, user, hasSecondFactor(user, { code, passkey })) : []),
    { name: "password", isDone: password.left === null || password.left > EXPIRY_DAYS, ...password },
    { name: "tokens", isDone: unused === 0, unused },
  ];
}

function secondFactor({ encryption }: Services, user: User, isDone: boolean): SecurityCheck[] {
  const left = user.hasAnyFactor ? recoveryCodesOf(encryption, user).length : null;
  return [
    { name: "two_factor", isDone },
    { name: "recovery_codes", isDone: left !== null && left >= FEWEST_CODES, left },
  ];
}

/** Active access tokens that were neither created nor used in the last days. */
async function countUnusedTokens({ knex }: Services, userId: string): Promise<number> {
  const since = now() - UNUSED_DAYS * DAY;
  const [row] = (await knex("personal_access_tokens")
    .where({ user_id: userId })
    .whereNull("revoked_at")
    .where("expires_at", ">", now())
    .where("created_at", "<", since)
    .where((used) => void used.whereNull("last_used_at").orWhere("last_used_at", "<", since))
    .count({ n: "*" })) as { n: number | string }[];
  return Number(row!.n);
}
