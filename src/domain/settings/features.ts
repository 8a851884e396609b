import { ActionForbidden } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import type { Settings, SettingsSnapshot } from "./settings.js";

const SENTENCES = {
  "auth.password_reset": text("failure.password_reset_disabled"),
  "auth.two_factor": text("failure.two_factor_disabled"),
  "auth.passkeys": text("failure.passkeys_disabled"),
};

/** @throws ActionForbidden while the feature is turned off in the settings */
export async function assertFeature(
  { services, settings }: { services: { settings: Settings }; settings?: SettingsSnapshot },
  feature: keyof typeof SENTENCES,
): Promise<void> {
  const current = settings ?? (await services.settings.read());
  if (!current.get(feature)) throw new ActionForbidden(SENTENCES[feature]);
}

/** @throws ActionForbidden while all kinds of second factors are turned off in the settings */
export async function assertSecondFactors(call: {
  services: { settings: Settings };
  settings?: SettingsSnapshot;
}): Promise<void> {
  const settings = call.settings ?? (await call.services.settings.read());
  if (!settings.get("auth.passkeys")) await assertFeature({ ...call, settings }, "auth.two_factor");
}
