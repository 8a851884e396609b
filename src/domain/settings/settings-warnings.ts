import { isLoopback } from "../../lib/network/private-addresses.js";
import { text, type MessageKey, type Text } from "../../texts/translate.js";
import type { SettingsSnapshot } from "./settings.js";
import type { PlainKey, SecretKey, SettingKey } from "./settings-table.js";

/** What a change of a setting means. A setting has at most one warning. */
export interface SettingWarning extends Text {
  setting: SettingKey;
}

const warn = (setting: SettingKey, warning: Text): SettingWarning => ({ ...warning, setting });

/** Flags that reduce protection when they change to this value. */
const WEAKENING: readonly [key: PlainKey, to: boolean, warning: MessageKey][] = [
  ["auth.registration", true, "settings.warning.registration_opened"],
  ["auth.email_verification", false, "settings.warning.verification_off"],
  ["auth.two_factor", false, "settings.warning.two_factor_off"],
  ["auth.passkeys", false, "settings.warning.passkeys_off"],
  ["auth.login_throttle", false, "settings.warning.throttle_relaxed"],
  ["auth.password_require_mixed_case", false, "settings.warning.mixed_case_off"],
  ["auth.password_require_numbers", false, "settings.warning.numbers_off"],
  ["auth.password_require_symbols", false, "settings.warning.symbols_off"],
  ["auth.password_blocklist", false, "settings.warning.blocklist_off"],
  ["oauth.enforce_scopes", false, "settings.warning.scopes_off"],
  // increases protection, but programs can lose access
  ["oauth.enforce_scopes", true, "settings.warning.scopes_on"],
  ["oauth.dynamic_registration", true, "settings.warning.clients_register"],
  ["captcha.enabled", false, "settings.warning.captcha_off"],
  // increases protection, but wrong keys lock everyone out
  ["captcha.enabled", true, "settings.warning.captcha_on"],
];

const REMOVED: readonly [key: SecretKey, warning: MessageKey][] = [
  ["mail.password", "settings.warning.mail_password_removed"],
  ["captcha.secret_key", "settings.warning.captcha_secret_removed"],
];

/**
 * The warnings to show before settings change: what becomes less protected and which secrets are removed. Usually
 * empty.
 */
export function settingsWarnings(before: SettingsSnapshot, after: SettingsSnapshot): SettingWarning[] {
  const changesTo = ([key, to]: (typeof WEAKENING)[number]): boolean =>
    before.get(key) !== to && after.get(key) === to;
  const isLost = ([key]: (typeof REMOVED)[number]): boolean => before.isSet(key) && !after.isSet(key);
  return [
    ...WEAKENING.filter(changesTo).map(([key, , warning]) => warn(key, text(warning))),
    ...documentWarnings(before, after),
    ...passwordWarnings(before, after),
    ...(!isUnencrypted(before) && isUnencrypted(after)
      ? [warn("mail.encryption", text("settings.warning.mail_open"))]
      : []),
    ...REMOVED.filter(isLost).map(([key, warning]) => warn(key, text(warning))),
  ];
}

function documentWarnings(before: SettingsSnapshot, after: SettingsSnapshot): SettingWarning[] {
  const key = "oauth.client_id_documents";
  const isOpened = before.get(key) !== "any" && after.get(key) === "any";
  return isOpened ? [warn(key, text("settings.warning.documents_any"))] : [];
}

function passwordWarnings(before: SettingsSnapshot, after: SettingsSnapshot): SettingWarning[] {
  const values = (
    key: "auth.password_min_length" | "auth.password_expiry_days" | "auth.password_confirm_minutes",
  ) => ({
    before: before.get(key),
    after: after.get(key),
  });
  const [length, expiry, confirm] = [
    values("auth.password_min_length"),
    values("auth.password_expiry_days"),
    values("auth.password_confirm_minutes"),
  ];
  const warnings: SettingWarning[] = [];
  if (length.after < length.before)
    warnings.push(warn("auth.password_min_length", text("settings.warning.shorter", length)));
  if (expiry.before > 0 && expiry.after === 0)
    warnings.push(warn("auth.password_expiry_days", text("settings.warning.expiry_off")));
  else if (expiry.before > 0 && expiry.after > expiry.before)
    warnings.push(warn("auth.password_expiry_days", text("settings.warning.expiry_later", expiry)));
  if (confirm.after > confirm.before)
    warnings.push(warn("auth.password_confirm_minutes", text("settings.warning.confirm_longer", confirm)));
  return warnings;
}

/** Whether mails, and the sign-in links in them, go unencrypted to another machine. */
const isUnencrypted = (settings: SettingsSnapshot): boolean =>
  settings.get("mail.override") &&
  settings.get("mail.encryption") === "none" &&
  !isLoopback(settings.get("mail.host"));
