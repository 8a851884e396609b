import { createRequire } from "node:module";

let list: readonly string[] | undefined;

/** Whether the password is on the offline list of common ones. The list is large and loaded with the first call. */
export function isCommonPassword(password: string): boolean {
  const load = (): { dictionary: Record<string, string[]> } =>
    createRequire(import.meta.url)("@zxcvbn-ts/language-common") as ReturnType<typeof load>;
  list ??= load().dictionary["passwords-common"]!;
  return list.includes(password.toLowerCase());
}
