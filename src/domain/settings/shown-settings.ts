import { isSecret, SETTING_KEYS, type PlainKey, type SecretKey, type SettingKey } from "./settings-table.js";
import type { SettingsSnapshot } from "./settings.js";

/** Settings for programs: values as text; of a secret only whether it is set. */
export type ShownSettings = Record<PlainKey, string> & Record<`${SecretKey}_is_set`, boolean>;

/** All settings, or some of them. */
export const shownSettings = (
  settings: SettingsSnapshot,
  keys: readonly SettingKey[] = SETTING_KEYS,
): ShownSettings =>
  Object.fromEntries(
    keys.map((key) => (isSecret(key) ? [`${key}_is_set`, settings.isSet(key)] : [key, settings.text(key)])),
  ) as ShownSettings;
