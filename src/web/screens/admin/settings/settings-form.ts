import type { SettingsChange } from "../../../../domain/administration/settings-changes.js";
import type { SecretKey } from "../../../../domain/settings/settings.js";
import { HOUR, now } from "../../../../lib/clock.js";
import { ValidationFailed, type FieldSentences } from "../../../../lib/failures.js";
import type { Text } from "../../../../texts/translate.js";
import type { WebCall } from "../../../server/call.js";
import { fieldNameOf, fieldsOf, type SettingField, type SettingsArea } from "./settings-areas.js";

/** How long "Save anyway" holds. */
const CONFIRMABLE = HOUR;

/** The field that takes a stored secret away. */
export const removalOf = (key: SecretKey): string => `${fieldNameOf(key)}_remove`;

/** What the form of the area asks for: keys that it does not bring are not named. */
export function readChange(call: WebCall, area: SettingsArea): SettingsChange {
  if (call.form.has("_confirmed")) return openChange(call, area) ?? { values: {} };
  const sent = fieldsOf(area)
    .map((field) => [field.key, valueOf(call, field)] as const)
    .filter((entry): entry is [(typeof entry)[0], string] => entry[1] !== undefined);
  return { values: Object.fromEntries(sent), removed: removalsOf(call, area) };
}

/** A switch that is off sends only the field beside it that says no; undefined where there was none. */
function valueOf({ form }: WebCall, { key, as }: SettingField): string | undefined {
  const name = fieldNameOf(key);
  if (as !== "switch") return form.has(name) ? form.text(name) : undefined;
  const sent = form.list(name);
  return sent.includes("1") ? "1" : sent[0];
}

const removalsOf = ({ form }: WebCall, area: SettingsArea): SecretKey[] =>
  fieldsOf(area).flatMap(({ key, as }) => (as === "secret" && form.flag(removalOf(key)) ? [key] : []));

interface SealedChange extends SettingsChange {
  until: number;
}

const cellOf = ({ actor }: WebCall, { name }: SettingsArea) => ({
  table: "settings",
  column: "confirmation",
  row: `${name}/${actor.id}`,
});

/**
 * The change as the field of a form: exactly what was sent, for this administrator and this page only. Encrypted, as a
 * secret may be part of it, which must not stand in a page.
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

/** Null for what was not sealed here, for somebody else, or too long ago. */
export function openChange(call: WebCall, area: SettingsArea): SettingsChange | null {
  try {
    const opened = call.services.encryption.decrypt(call.form.text("_confirmed"), cellOf(call, area));
    const { until, ...change } = JSON.parse(opened) as SealedChange;
    return now() < until ? change : null;
  } catch {
    return null;
  }
}

/** The domain names settings, the page its fields. */
export function onFields(error: unknown): unknown {
  if (!(error instanceof ValidationFailed)) return error;
  const fields: FieldSentences = {};
  for (const [key, sentences] of Object.entries(error.fields)) fields[key.replace(".", "_")] = sentences;
  return new ValidationFailed(fields);
}
