import { ValidationFailed } from "../lib/failures.js";
import { isHashable, MAX_PASSWORD_BYTES } from "../lib/passwords.js";
import type { SettingsSnapshot } from "./settings.js";

/** Sentences about what a new password lacks; empty when it is good. Length counts code points. */
export async function passwordProblems(password: string, settings: SettingsSnapshot): Promise<string[]> {
  const normal = password.normalize("NFC");
  const minimum = settings.get("auth.password_min_length");
  const rules: [boolean, string][] = [
    [
      isHashable(password),
      `The password must not be longer than ${MAX_PASSWORD_BYTES} bytes or hold a NUL character.`,
    ],
    [[...normal].length >= minimum, `The password must be at least ${minimum} characters.`],
    [
      !settings.get("auth.password_require_mixed_case") || (/\p{Lu}/u.test(normal) && /\p{Ll}/u.test(normal)),
      "The password must contain at least one uppercase and one lowercase letter.",
    ],
    [
      !settings.get("auth.password_require_numbers") || /\p{N}/u.test(normal),
      "The password must contain at least one number.",
    ],
    [
      !settings.get("auth.password_require_symbols") || /[\p{P}\p{S}\p{Z}]/u.test(normal),
      "The password must contain at least one symbol.",
    ],
    [
      !settings.get("auth.password_blocklist") || !(await isCommon(normal)),
      "The password is one of the most common passwords.",
    ],
  ];
  return rules.filter(([met]) => !met).map(([, sentence]) => sentence);
}

/** @throws ValidationFailed on `password` or `password_confirmation` */
export async function assertNewPassword(
  password: string,
  confirmation: string | undefined,
  settings: SettingsSnapshot,
): Promise<void> {
  const problems = await passwordProblems(password, settings);
  const mismatch = confirmation?.normalize("NFC") !== password.normalize("NFC");
  if (problems.length === 0 && !mismatch) return;
  throw new ValidationFailed({
    ...(problems.length > 0 ? { password: problems } : {}),
    ...(mismatch ? { password_confirmation: ["The password confirmation does not match."] } : {}),
  });
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** The list is large and off by default: it is loaded when the first password is looked up. */
async function isCommon(password: string): Promise<boolean> {
  commonPasswords ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"]),
  );
  return (await commonPasswords).has(password.toLowerCase());
}
