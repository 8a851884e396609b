import { isSecret, SETTINGS, type SettingKey } from "../settings/settings.js";

/** Stands in for what must not be shown. */
export const HIDDEN = "[hidden]";

const SECRET_NAME =
  /passw|secret|token|hash|code|cookie|challenge|verifier|private|credential|(^|[._-])key$/i;
/** What the audit log says in place of a secret. */
const STAND_INS: readonly unknown[] = ["changed", "set", "not set", ""];
/** Credentials of this service, hashes of passwords, keys of authenticators, PEM. */
const SECRET_VALUE = /adk_[a-z]+_[0-9A-Za-z]{16,}|\$2[abxy]\$\d\d\$|otpauth:\/\/|-----BEGIN/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The same with nothing in it that looks like a secret. Whoever writes the audit log writes none; this is for the
 * event that forgets it.
 */
export function withoutSecrets(value: unknown, name = "", path = name): unknown {
  if (typeof value === "string") return isSecretText(name, path, value) ? HIDDEN : value;
  if (Array.isArray(value)) return value.map((entry) => withoutSecrets(entry, name, path));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, withoutSecrets(entry, key, `${path}.${key}`)]),
  );
}

/** @param path the names that lead to it: what lies within a secret is one */
function isSecretText(name: string, path: string, value: string): boolean {
  if (SECRET_VALUE.test(value)) return true;
  if (Object.hasOwn(SETTINGS, name)) return isSecret(name as SettingKey) && !STAND_INS.includes(value);
  if (!SECRET_NAME.test(path) || STAND_INS.includes(value)) return false;
  return !(/_(id|at)$/.test(name) && (UUID.test(value) || /^\d{4}-\d\d-\d\dT/.test(value)));
}
