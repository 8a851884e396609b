import type { Knex } from "knex";
import { pooledReader, type RowReader } from "../../database/row-reader.js";
import { now } from "../../lib/clock.js";
import type { TokenRules } from "../../config/lifetimes.js";
import type { Encryption } from "../../lib/encryption.js";
import { ValidationFailed } from "../../lib/failures.js";
import { text, type Sentence } from "../../texts/translate.js";
import type { Setting } from "./setting-kinds.js";
import {
  isSecret,
  isSetting,
  SETTINGS,
  type PlainKey,
  type SecretKey,
  type SettingKey,
  type ValueOf,
} from "./settings-table.js";
import { allSettings, PROVIDERS_STAMP } from "./stored-settings.js";

/** Settings that the operator's file fixes, with their values. */
export type FixedSettings = Partial<Record<SettingKey, string>>;

export const fixedSettings = ({ enforceScopes }: TokenRules): FixedSettings =>
  enforceScopes === null ? {} : { "oauth.enforce_scopes": enforceScopes ? "1" : "0" };

const cellOf = (name: string) => ({ table: "settings", column: "value", row: name });

/** The settings at one moment. */
export class SettingsSnapshot {
  private readonly parsed = new Map<PlainKey, unknown>();

  constructor(private readonly stored: ReadonlyMap<string, string>) {}

  /** The parsed value; the default for a stored value that doesn't parse. */
  get<Key extends PlainKey>(name: Key): ValueOf<Key> {
    const cached = this.parsed.get(name);
    if (cached !== undefined) return cached as ValueOf<Key>;
    const value = this.parse(name);
    this.parsed.set(name, value);
    return value;
  }

  /** Changes with the sign-in providers; empty while there have never been any. */
  get providersStamp(): string {
    return this.stored.get(PROVIDERS_STAMP) ?? "";
  }

  private parse<Key extends PlainKey>(name: Key): ValueOf<Key> {
    const { parse, fallback } = SETTINGS[name] as unknown as Setting<ValueOf<Key>>;
    const stored = this.stored.get(name);
    return (stored === undefined ? undefined : parse(stored)) ?? parse(fallback)!;
  }

  /** The value as it is stored and shown in forms. */
  text(name: PlainKey): string {
    return asText(this.get(name));
  }

  /** Whether a secret has a value; `Settings.readSecret` returns the value itself. */
  isSet(name: SecretKey): boolean {
    return (this.stored.get(name) ?? "") !== "";
  }
}

const asText = (value: string | number | boolean): string =>
  String(typeof value === "boolean" ? Number(value) : value);

/** The canonical text of an allowed value: `08` becomes `8`, and blanks around a name are removed. */
export const canonical = (name: SettingKey, value: string): string =>
  asText((SETTINGS[name] as Setting<string | number | boolean>).parse(value)!);

/** Reads settings when they are needed, so that a change takes effect on the next request of every process. */
export class Settings {
  /** Parsed again only when the text has changed. */
  private last: { stored: string; snapshot: SettingsSnapshot } | null = null;

  /** @param rows a faster reader of committed rows, outside transactions */
  constructor(
    private readonly knex: Knex,
    private readonly encryption: Encryption,
    readonly fixed: FixedSettings = {},
    private readonly rows: RowReader = pooledReader(knex),
  ) {}

  async read(): Promise<SettingsSnapshot> {
    const row = await this.rows.one<{ all_settings: string | null }>(allSettings(this.knex), []);
    const stored = row?.all_settings ?? "{}";
    if (stored !== this.last?.stored) {
      const values = { ...(JSON.parse(stored) as Record<string, string>), ...this.fixed };
      this.last = { stored, snapshot: new SettingsSnapshot(new Map(Object.entries(values))) };
    }
    return this.last.snapshot;
  }

  /** For what is published while the database doesn't answer: the settings that this process has read last, or else the defaults. */
  async readOrRecall(): Promise<SettingsSnapshot> {
    return this.read().catch(() => this.last?.snapshot ?? new SettingsSnapshot(new Map()));
  }

  /** The decrypted value; empty when it isn't set. @throws when no known APP_KEY decrypts it */
  async readSecret(name: SecretKey): Promise<string> {
    const row = (await this.knex("settings").where({ key: name }).first("value")) as
      { value: string } | undefined;
    return row?.value ? this.encryption.decrypt(row.value, cellOf(name)) : "";
  }

  /** Writes the given keys, except blank secrets. Other keys stay as they are. @throws ValidationFailed */
  async write(values: Record<string, string>): Promise<void> {
    assertAllowed(values);
    const fixed = Object.keys(values).filter((name) => Object.hasOwn(this.fixed, name));
    if (fixed.length > 0)
      throw new ValidationFailed(
        Object.fromEntries(fixed.map((name) => [name, [text("settings.wrong.fixed", { name })]])),
      );
    await this.store(
      Object.entries(values)
        .map(([name, value]) => [name as SettingKey, canonical(name as SettingKey, value)] as const)
        .filter(([name, value]) => !isBlankSecret(name, value))
        .map(([name, value]) => [name, this.sealed(name, value)]),
    );
  }

  /** Removes the stored values. */
  async remove(secrets: readonly SecretKey[]): Promise<void> {
    await this.store(secrets.map((name) => [name, ""]));
  }

  private async store(values: (readonly [SettingKey, string])[]): Promise<void> {
    const rows = values.map(([name, value]) => ({ key: name, value, updated_at: now() }));
    if (rows.length > 0) await this.knex("settings").insert(rows).onConflict("key").merge();
  }

  private sealed(name: SettingKey, value: string): string {
    return isSecret(name) ? this.encryption.encrypt(value, cellOf(name)) : value;
  }
}

/** Forms don't show secrets, so a blank field means no change. */
export const isBlankSecret = (name: SettingKey, value: string): boolean => value === "" && isSecret(name);

/** @throws ValidationFailed that names every unknown key and every invalid value */
export function assertAllowed(
  values: Record<string, string>,
): asserts values is Partial<Record<SettingKey, string>> {
  const errors = new Map<string, Sentence[]>(); // a Map, because a key can be named __proto__
  for (const [name, value] of Object.entries(values)) {
    if (!isSetting(name)) errors.set(name, [text("settings.wrong.unknown")]);
    else if (SETTINGS[name].parse(value) === undefined) errors.set(name, [SETTINGS[name].wrong]);
  }
  if (errors.size > 0) throw new ValidationFailed(Object.fromEntries(errors));
}
