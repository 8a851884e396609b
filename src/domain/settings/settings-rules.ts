import { ValidationFailed, type FieldSentences } from "../../lib/failures.js";
import { isLoopback } from "../../lib/network/private-addresses.js";
import { text, type Text } from "../../texts/translate.js";
import type { SettingsSnapshot } from "./settings.js";
import type { SecretKey, SettingKey } from "./settings-table.js";

/**
 * Validates settings that depend on each other, in the groups that changed.
 * @throws ValidationFailed
 */
export function assertSettingsFit(after: SettingsSnapshot, changed: readonly SettingKey[]): void {
  const isTouched = (group: string): boolean => changed.some((key) => key.startsWith(`${group}.`));
  reject([
    ...(isTouched("captcha") ? captchaProblems(after, changed) : []),
    ...(isTouched("mail") ? mailProblems(after) : []),
    ...(isTouched("oauth") ? documentProblems(after) : []),
    ...(isTouched("auth") ? twoFactorProblems(after, changed) : []),
  ]);
}

type Problem = [key: SettingKey, sentence: Text];

function reject(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const fields: FieldSentences = {};
  for (const [key, sentence] of problems) fields[key] = [sentence];
  throw new ValidationFailed(fields);
}

/** A captcha without keys would block every sign-in, including that of the administrator who could turn it off. */
function captchaProblems(after: SettingsSnapshot, changed: readonly SettingKey[]): Problem[] {
  const isComplete = after.get("captcha.site_key") !== "" && after.isSet("captcha.secret_key");
  if (!after.get("captcha.enabled") || isComplete) return [];
  const key = changed.find((name) => name === "captcha.enabled") ?? changed[0]!;
  return [[key, text("settings.wrong.captcha_incomplete")]];
}

/** Nobody could comply with the requirement while both kinds of second factors are turned off. */
function twoFactorProblems(after: SettingsSnapshot, changed: readonly SettingKey[]): Problem[] {
  const isPossible = after.get("auth.two_factor") || after.get("auth.passkeys");
  if (isPossible || after.get("auth.two_factor_required") === "none") return [];
  if (changed.includes("auth.two_factor_required"))
    return [["auth.two_factor_required", text("settings.wrong.two_factor_required_off")]];
  const off = (["auth.two_factor", "auth.passkeys"] as const).filter((key) => changed.includes(key));
  return off.map((key) => [key, text("settings.wrong.two_factor_off_required")]);
}

/** Without a name, no document would be accepted. */
const documentProblems = (after: SettingsSnapshot): Problem[] =>
  after.get("oauth.client_id_documents") === "domains" && after.get("oauth.client_id_document_domains") === ""
    ? [["oauth.client_id_document_domains", text("validation.required")]]
    : [];

function mailProblems(after: SettingsSnapshot): Problem[] {
  if (!after.get("mail.override")) return [];
  const host = after.get("mail.host");
  const signsIn = after.get("mail.username") !== "";
  const isOpen = after.get("mail.encryption") === "none" && !isLoopback(host);
  const problems: Problem[] = [];
  if (host === "") problems.push(["mail.host", text("validation.required")]);
  if (after.get("mail.from_address") === "")
    problems.push(["mail.from_address", text("validation.required")]);
  if (signsIn && !after.isSet("mail.password"))
    problems.push(["mail.password", text("settings.wrong.mail_password_missing")]);
  if (isOpen && (signsIn || after.isSet("mail.password")))
    problems.push(["mail.encryption", text("settings.wrong.mail_open_credentials")]);
  return problems;
}

/** The settings that each stored secret belongs to: it must not be sent to another server, or without encryption. */
const SERVER_SETTINGS: readonly [secret: SecretKey, keys: readonly SettingKey[]][] = [
  ["mail.password", ["mail.host", "mail.port", "mail.encryption"]],
  ["captcha.secret_key", ["captcha.provider"]],
];

/**
 * A stored secret must not be readable by sending it to one's own server. Changing the server requires typing the
 * secret again or removing it.
 * @throws ValidationFailed
 */
export function assertSecretsNotRedirected(
  before: SettingsSnapshot,
  after: SettingsSnapshot,
  changed: readonly SettingKey[],
): void {
  const isMoved = ([secret, keys]: (typeof SERVER_SETTINGS)[number]): boolean =>
    before.isSet(secret) &&
    after.isSet(secret) &&
    !changed.includes(secret) &&
    keys.some((key) => changed.includes(key));
  reject(SERVER_SETTINGS.filter(isMoved).map(([secret]) => [secret, text("settings.wrong.secret_again")]));
}
