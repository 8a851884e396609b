import { inTransaction } from "../database/transaction.js";
import { ValidationFailed } from "../lib/failures.js";
import { recordActivity } from "./audit.js";
import type { Origin } from "./origin.js";
import type { Services } from "./services.js";
import { isBlankSecret, isSecret, Settings, type SettingKey, type SettingsSnapshot } from "./settings.js";

/**
 * Writes the given settings, leaves all others alone, and says so in the audit log; of a secret only that it changed.
 * @throws ValidationFailed
 */
export async function changeSettings(
  { knex, encryption }: Services,
  values: Record<string, string>,
  actorId: string | null,
  origin: Origin,
): Promise<void> {
  await inTransaction(knex, async (trx) => {
    const settings = new Settings(trx, encryption);
    const before = await settings.read();
    await settings.write(values);
    assertCaptchaIsComplete(await settings.read(), values);
    const keys = (Object.keys(values) as SettingKey[]).filter((key) => !isBlankSecret(key, values[key]!));
    if (keys.length === 0) return;
    const changes = {
      before: Object.fromEntries(keys.map((key) => [key, shownBefore(before, key)])),
      after: Object.fromEntries(keys.map((key) => [key, isSecret(key) ? "changed" : values[key]])),
    };
    await recordActivity(trx, { event: "settings_changed", actorId, changes }, origin);
  });
}

const shownBefore = (before: SettingsSnapshot, key: SettingKey): unknown =>
  isSecret(key) ? (before.isSet(key) ? "set" : "not set") : before.get(key);

/** Switched on without its keys, nobody could sign in any more: also not whoever would switch it off. */
function assertCaptchaIsComplete(after: SettingsSnapshot, values: Record<string, string>): void {
  const touched = Object.keys(values).filter((key) => key.startsWith("captcha."));
  const isComplete = after.get("captcha.site_key") !== "" && after.isSet("captcha.secret_key");
  if (touched.length === 0 || !after.get("captcha.enabled") || isComplete) return;
  const key = touched.includes("captcha.enabled") ? "captcha.enabled" : touched[0]!;
  throw new ValidationFailed({ [key]: ["The captcha needs captcha.site_key and captcha.secret_key."] });
}
