import type { Knex } from "knex";
import { now } from "../lib/clock.js";
import { ValidationFailed } from "../lib/failures.js";

interface Setting<T> {
  fallback: string;
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

/** Every setting with its default. Stored as strings. */
export const SETTINGS = {
  "general.app_name": text("Authdock"),
  "general.timezone": text("UTC"),
  "general.locale": text("en"),
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
} satisfies Record<string, Setting<unknown>>;

export type SettingKey = keyof typeof SETTINGS;
type ValueOf<Key extends SettingKey> = (typeof SETTINGS)[Key] extends Setting<infer T> ? T : never;

/** The settings as they were at one moment. */
export class SettingsSnapshot {
  constructor(private readonly stored: ReadonlyMap<string, string>) {}

  /** A value that does not parse (written past the service) counts as the default. */
  get<Key extends SettingKey>(key: Key): ValueOf<Key> {
    const { parse, fallback } = SETTINGS[key] as unknown as Setting<ValueOf<Key>>;
    const stored = this.stored.get(key);
    return (stored === undefined ? undefined : parse(stored)) ?? parse(fallback)!;
  }
}

/** Settings are read where they are needed, so that a change holds for the next request of every process. */
export class Settings {
  constructor(private readonly knex: Knex) {}

  async read(): Promise<SettingsSnapshot> {
    const rows = (await this.knex("settings").select("key", "value")) as { key: string; value: string }[];
    return new SettingsSnapshot(new Map(rows.map(({ key, value }) => [key, value])));
  }

  /** Writes the given keys and leaves all others alone. @throws ValidationFailed */
  async write(values: Record<string, string>): Promise<void> {
    const errors = new Map<string, string[]>(); // not an object: a key may be named __proto__
    for (const [key, value] of Object.entries(values)) {
      const setting = Object.hasOwn(SETTINGS, key)
        ? (SETTINGS[key as SettingKey] as Setting<unknown>)
        : undefined;
      if (!setting) errors.set(key, ["There is no such setting."]);
      else if (setting.parse(value) === undefined) errors.set(key, [`The value must be ${setting.allowed}.`]);
    }
    if (errors.size > 0) throw new ValidationFailed(Object.fromEntries(errors));
    const rows = Object.entries(values).map(([key, value]) => ({ key, value, updated_at: now() }));
    if (rows.length > 0) await this.knex("settings").insert(rows).onConflict("key").merge();
  }
}
