import { isSecret, isSetting } from "../settings/settings-table.js";

/** Replaces a value that must not be shown. */
export const HIDDEN = "[hidden]";

const SECRET_NAME =
  /passw|secret|token|hash|code|cookie|challenge|verifier|private|credential|(^|[._-])key$/i;
/** Placeholders that the audit log stores instead of a secret. */
const PLACEHOLDERS: readonly unknown[] = ["changed", "set", "not set", ""];
/** Credentials of this service, password hashes, authenticator keys and PEM. */
const SECRET_VALUE = /adk_[a-z]+_[0-9A-Za-z]{16,}|\$2[abxy]\$\d\d\$|otpauth:\/\/|-----BEGIN/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Removes everything that looks like a secret. Events don't store secrets; this protects against an event that does
 * by mistake.
 */
export function withoutSecrets(value: unknown, name = "", path = name): unknown {
  if (typeof value === "string") return isSecretText(name, path, value) ? HIDDEN : value;
  if (Array.isArray(value)) return value.map((entry) => withoutSecrets(entry, name, path));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, withoutSecrets(entry, key, `${path}.${key}`)]),
  );
}

/** Replaces the names of these roles, where a change says which role an account, a client or a provider has. */
export function withoutRoles(value: unknown, names: ReadonlySet<string>, isRole = false): unknown {
  if (typeof value === "string") return isRole && names.has(value) ? HIDDEN : value;
  if (Array.isArray(value)) return value.map((entry) => withoutRoles(entry, names, isRole));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, withoutRoles(entry, names, isRole || key === "role")]),
  );
}

/** @param path the names that lead to the value: everything below a secret is secret */
function isSecretText(name: string, path: string, value: string): boolean {
  if (SECRET_VALUE.test(value)) return true;
  if (isSetting(name)) return isSecret(name) && !PLACEHOLDERS.includes(value);
  if (!SECRET_NAME.test(path) || PLACEHOLDERS.includes(value)) return false;
  return !(/_(id|at)$/.test(name) && (UUID.test(value) || /^\d{4}-\d\d-\d\dT/.test(value)));
}
