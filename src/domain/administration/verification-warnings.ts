import type { Knex } from "knex";
import { text } from "../../texts/translate.js";
import type { Actor } from "../access/actor.js";
import { ACTIVE } from "../accounts/account-status.js";
import type { SettingWarning } from "../settings/settings-warnings.js";
import type { SettingsSnapshot } from "../settings/settings.js";

const SETTING = "auth.email_verification";

/** The warning to show before verification is turned on: how many accounts are asked to verify their address. */
export async function verificationWarnings(
  knex: Knex,
  actor: Actor,
  before: SettingsSnapshot,
  after: SettingsSnapshot,
): Promise<SettingWarning[]> {
  if (before.get(SETTING) || !after.get(SETTING)) return [];
  const unverified = knex("users").whereNull("deleted_at").whereNull("email_verified_at");
  const [{ total }] = (await unverified.where({ status: ACTIVE }).count({ total: "*" })) as [
    { total: number | string },
  ];
  const count = Number(total);
  if (count === 0) return [];
  const isOwn = actor.user.email_verified_at === null;
  const key = isOwn ? "settings.warning.verification_on_self" : "settings.warning.verification_on";
  return [{ setting: SETTING, ...text(key, { count }) }];
}
