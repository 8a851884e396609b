import type { Knex } from "knex";
import { takeLock } from "../../database/locks.js";
import { inTransaction } from "../../database/transaction.js";
import { Failure } from "../../lib/failures.js";
import { text, type Text } from "../../texts/translate.js";
import { lockAdministrator } from "../access/administrator.js";
import { recordActivity } from "../audit/record.js";
import type { Origin } from "../audit/origin.js";
import type { Owner } from "../access/owner.js";
import type { Services } from "../services.js";
import { assertSettingsFit, assertSecretsStay } from "../settings/settings-rules.js";
import { settingsWarnings } from "../settings/settings-warnings.js";
import {
  assertAllowed,
  canonical,
  isBlankSecret,
  isSecret,
  Settings,
  type SecretKey,
  type SettingKey,
  type SettingsSnapshot,
} from "../settings/settings.js";

export interface SettingsChange {
  /** Keys that are not named stay as they are, and so do secrets that are blank. */
  values: Record<string, string>;
  /** Secrets to be taken away; one that gets a new value at the same time keeps that. */
  removed?: readonly SecretKey[];
  /** The warnings that the author has read and accepted. */
  accepted?: readonly Text[];
}

/** Nothing was changed yet: whoever changes it has to be told this first. */
export class ConfirmationNeeded extends Failure {
  constructor(readonly warnings: readonly Text[]) {
    super(text("settings.confirm.title"));
  }
}

/**
 * Writes what differs, leaves all else alone, and says so in the audit log; of a secret only what happened to it.
 * @param author null for the command line: who runs it holds the database and its key, and is not asked
 * @returns the keys that changed
 * @throws ValidationFailed, ConfirmationNeeded; ActionForbidden when the author may not, or not any more
 */
export async function changeSettings(
  services: Services,
  change: SettingsChange,
  author: Owner | null,
  origin: Origin,
): Promise<SettingKey[]> {
  assertAllowed(change.values);
  return inTransaction(services.knex, async (trx) => {
    if (author) await lockAdministrator(services, trx, author, "settings.update");
    await lockSettings(trx);
    const settings = new Settings(trx, services.encryption);
    const before = await settings.read();
    const { values, removed } = differencesFrom(before, change);
    await settings.write(values);
    await settings.forget(removed);
    const after = await settings.read();
    const changed = [...Object.keys(values), ...removed] as SettingKey[];
    assertSettingsFit(after, changed);
    if (author) {
      assertSecretsStay(before, after, changed);
      demandConfirmation(settingsWarnings(before, after), change.accepted ?? []);
    }
    if (changed.length > 0) await record(trx, before, after, changed, author, origin);
    return changed;
  });
}

/** One change after the other: what the audit log calls "before" is what was replaced. */
const lockSettings = (trx: Knex.Transaction): Promise<void> => takeLock(trx, "settings");

/** A secret that was typed in is a change: comparing it would tell who guesses. */
function differencesFrom(before: SettingsSnapshot, { values, removed = [] }: SettingsChange) {
  const differing = (Object.entries(values) as [SettingKey, string][])
    .filter(([key, value]) => !isBlankSecret(key, value))
    .filter(([key, value]) => isSecret(key) || before.text(key) !== canonical(key, value));
  const written = Object.fromEntries(differing);
  const gone = removed.filter((key) => before.isSet(key) && !Object.hasOwn(written, key));
  return { values: written, removed: [...new Set(gone)] };
}

function demandConfirmation(warnings: readonly Text[], accepted: readonly Text[]): void {
  const known = new Set(accepted.map(wordsOf));
  if (!warnings.every((warning) => known.has(wordsOf(warning)))) throw new ConfirmationNeeded(warnings);
}

/** With the values: "10 instead of 12" is not "10 instead of 16". */
const wordsOf = ({ key, values }: Text): string => JSON.stringify([key, values]);

async function record(
  trx: Knex.Transaction,
  before: SettingsSnapshot,
  after: SettingsSnapshot,
  changed: readonly SettingKey[],
  author: Owner | null,
  origin: Origin,
): Promise<void> {
  const each = (shown: (key: SettingKey) => unknown): object =>
    Object.fromEntries(changed.map((key) => [key, shown(key)]));
  const changes = {
    before: each((key) => (isSecret(key) ? (before.isSet(key) ? "set" : "not set") : before.get(key))),
    after: each((key) => (isSecret(key) ? secretWord(before, after, key) : after.get(key))),
  };
  await recordActivity(trx, { event: "settings_changed", actorId: author?.id ?? null, changes }, origin);
}

function secretWord(before: SettingsSnapshot, after: SettingsSnapshot, key: SecretKey): string {
  if (!after.isSet(key)) return "removed";
  return before.isSet(key) ? "changed" : "set";
}
