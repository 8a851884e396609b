import { ActionForbidden } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import type { Settings, SettingsSnapshot } from "./settings.js";

const SENTENCES = {
  "auth.password_reset": text("failure.password_reset_disabled"),
  "auth.two_factor": text("failure.two_factor_disabled"),
};

/** @throws ActionForbidden while the feature is turned off in the settings */
export async function assertFeature(
  { services, settings }: { services: { settings: Settings }; settings?: SettingsSnapshot },
  feature: keyof typeof SENTENCES,
): Promise<void> {
  const current = settings ?? (await services.settings.read());
  if (!current.get(feature)) throw new ActionForbidden(SENTENCES[feature]);
}
