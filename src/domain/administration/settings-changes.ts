import type { Knex } from "knex";
import { takeLock } from "../../database/transaction.js";
import { Failure } from "../../lib/failures.js";
import { clearTwoFactorStamps, stampTwoFactorRequirement } from "../../models/two-factor-requirement.js";
import { text, type Text } from "../../texts/translate.js";
import type { Actor } from "../access/actor.js";
import { lockActiveActor } from "../access/locks.js";
import type { Activity } from "../audit/activities.js";
import { recordActivity } from "../audit/record.js";
import { inContext, type Context, type DomainCall } from "../context.js";
import { twoFactorRule } from "../requirements/two-factor-requirement.js";
import { assertSettingsFit, assertSecretsNotRedirected } from "../settings/settings-rules.js";
import { shownSettings } from "../settings/shown-settings.js";
import { settingsWarnings, type SettingWarning } from "../settings/settings-warnings.js";
import {
  assertAllowed,
  canonical,
  isBlankSecret,
  Settings,
  type SettingsSnapshot,
} from "../settings/settings.js";
import { isSecret, type SecretKey, type SettingKey } from "../settings/settings-table.js";
import { twoFactorWarnings } from "./two-factor-warnings.js";
import { verificationWarnings } from "./verification-warnings.js";

export interface SettingsChange {
  /** Omitted keys and blank secrets stay as they are. */
  values: Record<string, string>;
  /** Secrets to remove; a secret that also has a new value keeps the new value. */
  removed?: readonly SecretKey[];
  /** The warnings that the actor has accepted. */
  accepted?: readonly Text[];
  /** The settings whose warnings the actor has accepted, whatever they say. */
  confirmed?: readonly string[];
}

/** Nothing was changed: the actor must accept these warnings first. */
export class ConfirmationNeeded extends Failure {
  constructor(readonly warnings: readonly SettingWarning[]) {
    super(text("settings.confirm.title"));
  }
}

/**
 * Writes the values that differ and records them in the audit log; for a secret only that it changed.
 * @param call with a null actor on the command line, where an operator needs no permission
 * @returns the keys that changed
 * @throws ValidationFailed, ConfirmationNeeded; ActionForbidden when the actor lacks the permission
 */
export const changeSettings = async (
  call: DomainCall & { actor: Actor | null },
  change: SettingsChange,
): Promise<SettingKey[]> => (await replaceSettings(call, change)).changed;

/** `changeSettings` for a caller that also needs the settings that were replaced. */
export async function replaceSettings(
  call: DomainCall & { actor: Actor | null },
  change: SettingsChange,
): Promise<{ changed: SettingKey[]; before: SettingsSnapshot }> {
  const { actor: author } = call;
  assertAllowed(change.values);
  return inContext(call, async (context) => {
    const { services, trx } = context;
    if (author) await lockActiveActor({ ...context, actor: author }, "settings.update");
    await lockSettings(trx);
    const settings = new Settings(trx, services.encryption, services.settings.fixed);
    const before = await settings.read();
    const { values, removed } = differencesFrom(before, { ...change, values: withOneName(change.values) });
    await settings.write(values);
    await settings.remove(removed);
    const after = await settings.read();
    const changed = [...Object.keys(values), ...removed] as SettingKey[];
    assertSettingsFit(after, changed);
    if (author) {
      assertSecretsNotRedirected(before, after, changed);
      const warnings = [
        ...settingsWarnings(before, after),
        ...(await twoFactorWarnings(trx, author, before, after)),
        ...(await verificationWarnings(trx, author, before, after)),
      ];
      requireConfirmation(warnings, change);
    }
    if (changed.some((key) => TWO_FACTOR_RULE.includes(key))) await applyTwoFactorRule(trx, before, after);
    const forEvents = { data: shownSettings(after), previous: shownSettings(before, changed) };
    if (changed.length > 0) await record(context, author, differenceOf(before, after, changed), forEvents);
    return { changed, before };
  });
}

const TWO_FACTOR_RULE: readonly SettingKey[] = [
  "auth.two_factor",
  "auth.passkeys",
  "auth.two_factor_required",
];

/** Stamps the accounts that the new rule covers. A stamp that the former rule doesn't explain is too old to apply. */
async function applyTwoFactorRule(
  trx: Knex.Transaction,
  before: SettingsSnapshot,
  after: SettingsSnapshot,
): Promise<void> {
  const [former, rule] = [twoFactorRule(before), twoFactorRule(after)];
  await clearTwoFactorStamps(trx, former);
  await stampTwoFactorRequirement(trx, rule);
}

/** Serialises changes, so that "before" in the audit log is the value that was replaced. */
const lockSettings = (trx: Knex.Transaction): Promise<void> => takeLock(trx, "settings");

/** A new name of the application is the name that is shown, also where `branding.name` replaced the former one. */
const withOneName = (values: Record<string, string>): Record<string, string> =>
  Object.hasOwn(values, "general.app_name") ? { "branding.name": "", ...values } : values;

/** A typed secret always counts as a change: comparing it would confirm a guess. */
function differencesFrom(before: SettingsSnapshot, { values, removed = [] }: SettingsChange) {
  const differing = (Object.entries(values) as [SettingKey, string][])
    .filter(([key, value]) => !isBlankSecret(key, value))
    .filter(([key, value]) => isSecret(key) || before.text(key) !== canonical(key, value));
  const written = Object.fromEntries(differing);
  const gone = removed.filter((key) => before.isSet(key) && !Object.hasOwn(written, key));
  return { values: written, removed: [...new Set(gone)] };
}

function requireConfirmation(
  warnings: readonly SettingWarning[],
  { accepted = [], confirmed = [] }: SettingsChange,
): void {
  const known = new Set(accepted.map(keyOf));
  const open = warnings.filter(
    (warning) => !known.has(keyOf(warning)) && !confirmed.includes(warning.setting),
  );
  if (open.length > 0) throw new ConfirmationNeeded(warnings);
}

/** The key with its values: "10 instead of 12" differs from "10 instead of 16". */
const keyOf = ({ key, values }: Text): string => JSON.stringify([key, values]);

const record = (
  { trx, origin }: Context,
  author: Actor | null,
  changes: object,
  forEvents: Activity["forEvents"] = {},
): Promise<void> =>
  recordActivity(trx, { event: "settings_changed", actorId: author?.id ?? null, changes, forEvents }, origin);

function differenceOf(
  before: SettingsSnapshot,
  after: SettingsSnapshot,
  changed: readonly SettingKey[],
): object {
  const each = (shown: (key: SettingKey) => unknown): object =>
    Object.fromEntries(changed.map((key) => [key, shown(key)]));
  return {
    before: each((key) => (isSecret(key) ? (before.isSet(key) ? "set" : "not set") : before.get(key))),
    after: each((key) => (isSecret(key) ? secretWord(before, after, key) : after.get(key))),
  };
}

function secretWord(before: SettingsSnapshot, after: SettingsSnapshot, key: SecretKey): string {
  if (!after.isSet(key)) return "removed";
  return before.isSet(key) ? "changed" : "set";
}
