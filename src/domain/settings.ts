import type { Knex } from "knex";
import { selectOne } from "../database/raw.js";
import { isSqlite } from "../database/table.js";
import { now } from "../lib/clock.js";
import type { Encryption } from "../lib/encryption.js";
import { ValidationFailed } from "../lib/failures.js";
import { isTimezone } from "../lib/timezones.js";

interface Setting<T> {
  fallback: string;
  /** Stored encrypted, and never handed out with the others. */
  isSecret?: true;
  /** The typed value, or undefined when the text is none. */
  parse: (text: string) => T | undefined;
  allowed: string;
}

const text = (fallback: string): Setting<string> => ({
  fallback,
  parse: (value) => value,
  allowed: "any text",
});
const flag = (fallback: "0" | "1"): Setting<boolean> => ({
  fallback,
  parse: (value) => (value === "1" ? true : value === "0" ? false : undefined),
  allowed: "0 or 1",
});
const integer = (fallback: number, minimum: number, maximum: number): Setting<number> => ({
  fallback: String(fallback),
  parse: (value) =>
    /^\d{1,9}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum
      ? Number(value)
      : undefined,
  allowed: `${minimum} to ${maximum}`,
});
const choice = <const T extends string>(fallback: T, others: readonly T[]): Setting<T> => ({
  fallback,
  parse: (value) => [fallback, ...others].find((option) => option === value),
  allowed: `one of ${[fallback, ...others].join(", ")}`,
});
/** What another service has given out to be pasted. */
const key = (): Setting<string> => ({
  fallback: "",
  parse: (value) => (/^[\x21-\x7e]{0,255}$/.test(value) ? value : undefined),
  allowed: "at most 255 characters without blanks",
});

const timezone = (fallback: string): Setting<string> => ({
  fallback,
  parse: (value) => (isTimezone(value) ? value : undefined),
  allowed: "a time zone such as Europe/Istanbul",
});

/** Every setting with its default. Stored as strings. */
export const SETTINGS = {
  "general.app_name": text("Authdock"),
  "general.timezone": timezone("UTC"),
  "general.locale": choice("en", ["tr"]),
  "auth.registration": flag("1"),
  "auth.email_verification": flag("0"),
  "auth.password_reset": flag("1"),
  "auth.two_factor": flag("1"),
  "auth.login_throttle": flag("1"),
  "auth.password_min_length": integer(8, 8, 64),
  "auth.password_require_mixed_case": flag("0"),
  "auth.password_require_numbers": flag("0"),
  "auth.password_require_symbols": flag("0"),
  "auth.password_blocklist": flag("0"),
  "auth.password_expiry_days": integer(0, 0, 3650),
  "auth.password_confirm_minutes": integer(15, 1, 1440),
  "captcha.enabled": flag("0"),
  "captcha.provider": choice("turnstile", ["hcaptcha", "recaptcha"]),
  "captcha.site_key": key(),
  "captcha.secret_key": { ...key(), isSecret: true },
} satisfies Record<string, Setting<unknown>>;

export type SettingKey = keyof typeof SETTINGS;
type ValueOf<Key extends SettingKey> = (typeof SETTINGS)[Key] extends Setting<infer T> ? T : never;
/** Settings whose value nobody gets to see again. */
export type SecretKey = {
  [Key in SettingKey]: (typeof SETTINGS)[Key] extends { isSecret: true } ? Key : never;
}[SettingKey];
type PlainKey = Exclude<SettingKey, SecretKey>;

const isSetting = (name: string): name is SettingKey => Object.hasOwn(SETTINGS, name);
export const isSecret = (name: SettingKey): name is SecretKey => "isSecret" in SETTINGS[name];
const cellOf = (name: string) => ({ table: "settings", column: "value", row: name });

/** The settings as they were at one moment. */
export class SettingsSnapshot {
  constructor(private readonly stored: ReadonlyMap<string, string>) {}

  /** A value that does not parse (written past the service) counts as the default. */
  get<Key extends PlainKey>(name: Key): ValueOf<Key> {
    const { parse, fallback } = SETTINGS[name] as unknown as Setting<ValueOf<Key>>;
    const stored = this.stored.get(name);
    return (stored === undefined ? undefined : parse(stored)) ?? parse(fallback)!;
  }

  /** Whether a secret has a value; the value itself is asked for with `Settings.readSecret`. */
  isSet(name: SecretKey): boolean {
    return (this.stored.get(name) ?? "") !== "";
  }
}

// all in one row: every page asks for them, and the driver of SQLite pays for each row
const ALL_ON_SQLITE = "select json_group_object(key, value) as stored from settings";
const ALL_ON_MYSQL = "select json_objectagg(`key`, value) as stored from settings";

/** Settings are read where they are needed, so that a change holds for the next request of every process. */
export class Settings {
  constructor(
    private readonly knex: Knex,
    private readonly encryption: Encryption,
  ) {}

  async read(): Promise<SettingsSnapshot> {
    const statement = isSqlite(this.knex) ? ALL_ON_SQLITE : ALL_ON_MYSQL;
    const row = await selectOne<{ stored: string | Record<string, string> | null }>(this.knex, statement, []);
    const stored = row?.stored ?? {};
    // MySQL's driver has parsed it already
    const values = typeof stored === "string" ? (JSON.parse(stored) as Record<string, string>) : stored;
    return new SettingsSnapshot(new Map(Object.entries(values)));
  }

  /** In clear; empty while it is not set. @throws when no known APP_KEY opens it */
  async readSecret(name: SecretKey): Promise<string> {
    const row = (await this.knex("settings").where({ key: name }).first("value")) as
      { value: string } | undefined;
    return row?.value ? this.encryption.decrypt(row.value, cellOf(name)) : "";
  }

  /** Writes the given keys and leaves all others alone, and secrets that are blank. @throws ValidationFailed */
  async write(values: Record<string, string>): Promise<void> {
    assertAllowed(values);
    const rows = Object.entries(values)
      .filter(([name, value]) => !isBlankSecret(name as SettingKey, value))
      .map(([name, value]) => ({ key: name, value: this.stored(name, value), updated_at: now() }));
    if (rows.length > 0) await this.knex("settings").insert(rows).onConflict("key").merge();
  }

  private stored(name: string, value: string): string {
    return isSecret(name as SettingKey) ? this.encryption.encrypt(value, cellOf(name)) : value;
  }
}

/** A form shows no secret, so a blank field says nothing about it. */
export const isBlankSecret = (name: SettingKey, value: string): boolean => value === "" && isSecret(name);

function assertAllowed(values: Record<string, string>): void {
  const errors = new Map<string, string[]>(); // not an object: a key may be named __proto__
  for (const [name, value] of Object.entries(values)) {
    const setting = isSetting(name) ? (SETTINGS[name] as Setting<unknown>) : undefined;
    if (!setting) errors.set(name, ["There is no such setting."]);
    else if (setting.parse(value) === undefined) errors.set(name, [`The value must be ${setting.allowed}.`]);
  }
  if (errors.size > 0) throw new ValidationFailed(Object.fromEntries(errors));
}
