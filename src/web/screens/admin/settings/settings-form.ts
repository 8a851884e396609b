import type { SettingsChange } from "../../../../domain/administration/settings-changes.js";
import { SHIPPED_ACCENT } from "../../../../domain/settings/accent.js";
import { brandName } from "../../../../domain/settings/branding.js";
import type { SettingsSnapshot } from "../../../../domain/settings/settings.js";
import {
  isSecret,
  settingOf,
  type PlainKey,
  type SecretKey,
  type SettingKey,
} from "../../../../domain/settings/settings-table.js";
import { HOUR, now } from "../../../../lib/clock.js";
import { ValidationFailed, type FieldSentences } from "../../../../lib/failures.js";
import type { Text } from "../../../../texts/translate.js";
import type { WebCall } from "../../../server/call.js";
import { fieldNameOf, keysOf, type SettingsArea } from "./settings-areas.js";

/** How long "Save anyway" can be used. */
const CONFIRMABLE = HOUR;

/** The field that removes a stored secret. */
export const removalOf = (key: SecretKey): string => `${fieldNameOf(key)}_remove`;

/** The change in the form. Keys that the form doesn't contain are left out. */
export function readChange(call: WebCall, area: SettingsArea): SettingsChange {
  if (call.form.has("_confirmed")) return openChange(call, area) ?? { values: {} };
  const sent = keysOf(area)
    .map((key) => [key, valueOf(call, key)] as const)
    .filter((entry): entry is [(typeof entry)[0], string] => entry[1] !== undefined);
  return { values: Object.fromEntries(sent), removed: removalsOf(call, area) };
}

/** The value in the field: the name that is shown, and the colour, which such a field can't leave blank. */
export function shownValue(settings: SettingsSnapshot, key: PlainKey): string {
  if (key === "general.app_name") return brandName(settings);
  return settings.text(key) || (key === "branding.accent" ? SHIPPED_ACCENT : "");
}

/** A switch that is off sends only its hidden field; undefined if there was none. */
function valueOf({ form, settings }: WebCall, key: SettingKey): string | undefined {
  const name = fieldNameOf(key);
  if (key === "general.app_name" && form.text(name) === shownValue(settings, key)) return undefined;
  if (key === "branding.accent" && form.text(name).trim().toLowerCase() === SHIPPED_ACCENT) return "";
  if (settingOf(key).as !== "switch") return form.has(name) ? form.text(name) : undefined;
  const sent = form.list(name);
  return sent.includes("1") ? "1" : sent[0];
}

const removalsOf = ({ form }: WebCall, area: SettingsArea): SecretKey[] =>
  keysOf(area)
    .filter(isSecret)
    .filter((key) => form.flag(removalOf(key)));

interface SealedChange extends SettingsChange {
  until: number;
}

const cellOf = ({ actor }: WebCall, { name }: SettingsArea) => ({
  table: "settings",
  column: "confirmation",
  row: `${name}/${actor.id}`,
});

/**
 * The change as a form field, bound to this administrator and this page. Encrypted, because it can contain a secret,
 * which must not appear in a page.
 */
export function sealChange(
  call: WebCall,
  area: SettingsArea,
  change: SettingsChange,
  accepted: readonly Text[],
): string {
  const sealed: SealedChange = { ...change, accepted, until: now() + CONFIRMABLE };
  return call.services.encryption.encrypt(JSON.stringify(sealed), cellOf(call, area));
}

/** The change in the field; null if it wasn't sealed here, belongs to someone else, or has expired. */
export function openChange(call: WebCall, area: SettingsArea): SettingsChange | null {
  try {
    const opened = call.services.encryption.decrypt(call.form.text("_confirmed"), cellOf(call, area));
    const { until, ...change } = JSON.parse(opened) as SealedChange;
    return now() < until ? change : null;
  } catch {
    return null;
  }
}

/** Renames the errors' settings to the fields of the page. */
export function onFields(error: unknown): unknown {
  if (!(error instanceof ValidationFailed)) return error;
  const fields: FieldSentences = {};
  for (const [key, sentences] of Object.entries(error.fields)) fields[key.replace(".", "_")] = sentences;
  return new ValidationFailed(fields);
}
