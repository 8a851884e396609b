import { shownSettings } from "../../domain/settings/shown-settings.js";
import type { SettingsSnapshot } from "../../domain/settings/settings.js";
import type { Schema } from "../types.js";

export const presentSettings = (settings: SettingsSnapshot): Schema<"Settings"> => shownSettings(settings);
