import { ValidationFailed } from "../../lib/failures.js";
import { isCommonPassword } from "../../lib/passwords/common-passwords.js";
import { isHashable, MAX_PASSWORD_BYTES, normalPassword } from "../../lib/passwords/passwords.js";
import { text, type MessageValues, type Text } from "../../texts/translate.js";
import type { SettingsSnapshot } from "../settings/settings.js";

/** One rule of the policy and its check. */
export interface PolicyRule {
  name: "unhashable" | "length" | "mixed_case" | "numbers" | "symbols" | "common";
  sentence: Text;
}

/** The rules in effect, for the list beside the field. `unhashable` isn't listed. */
export function policyRules(settings: SettingsSnapshot): PolicyRule[] {
  const min = settings.get("auth.password_min_length");
  const rules: [boolean, PolicyRule["name"], MessageValues][] = [
    [true, "unhashable", { max: MAX_PASSWORD_BYTES }],
    [true, "length", { min }],
    [settings.get("auth.password_require_mixed_case"), "mixed_case", {}],
    [settings.get("auth.password_require_numbers"), "numbers", {}],
    [settings.get("auth.password_require_symbols"), "symbols", {}],
    [settings.get("auth.password_blocklist"), "common", {}],
  ];
  return rules
    .filter(([holds]) => holds)
    .map(([, name, values]) => ({ name, sentence: text(`validation.password.${name}`, values) }));
}

/** The rules that a new password breaks; empty for a valid one. Length counts code points. */
export function passwordProblems(password: string, settings: SettingsSnapshot): Promise<PolicyRule[]> {
  const normal = normalPassword(password);
  const problems: PolicyRule[] = [];
  for (const rule of policyRules(settings)) {
    const { min = 0 } = rule.sentence.values;
    if (!isMet(rule.name, password, normal, Number(min))) problems.push(rule);
  }
  return Promise.resolve(problems);
}

function isMet(rule: PolicyRule["name"], password: string, normal: string, minimum: number): boolean {
  switch (rule) {
    case "unhashable":
      return isHashable(password);
    case "length":
      return [...normal].length >= minimum;
    case "mixed_case":
      return /\p{Lu}/u.test(normal) && /\p{Ll}/u.test(normal);
    case "numbers":
      return /\p{N}/u.test(normal);
    case "symbols":
      return /[\p{P}\p{S}\p{Z}]/u.test(normal);
    case "common":
      return !isCommonPassword(normal);
  }
}

/** @throws ValidationFailed on `password` or `password_confirmation` */
export async function assertNewPassword(
  password: string,
  confirmation: string | undefined,
  settings: SettingsSnapshot,
): Promise<void> {
  const problems = await passwordProblems(password, settings);
  const mismatch = confirmation === undefined || normalPassword(confirmation) !== normalPassword(password);
  if (problems.length === 0 && !mismatch) return;
  throw new ValidationFailed({
    ...(problems.length > 0 ? { password: problems.map(({ sentence }) => sentence) } : {}),
    ...(mismatch ? { password_confirmation: [text("validation.password.confirmation")] } : {}),
  });
}
