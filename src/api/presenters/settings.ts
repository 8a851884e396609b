import type { SettingsSnapshot } from "../../domain/settings/settings.js";
import {
  isSecret,
  SETTING_KEYS,
  type PlainKey,
  type SecretKey,
} from "../../domain/settings/settings-table.js";
import type { Schema } from "../types.js";

/** Values are text; of a secret only whether it is set. */
type Presented = Record<PlainKey, string> & Record<`${SecretKey}_is_set`, boolean>;

export const presentSettings = (settings: SettingsSnapshot): Schema<"Settings"> =>
  Object.fromEntries(
    SETTING_KEYS.map((key) =>
      isSecret(key) ? [`${key}_is_set`, settings.isSet(key)] : [key, settings.text(key)],
    ),
  ) as Presented;
