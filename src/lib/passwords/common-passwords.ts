import { createRequire } from "node:module";
import { lazily } from "../lazily.js";

/** One text, because an array of 49 000 takes six times as much memory. */
const passwords = lazily((): string => {
  const require = createRequire(import.meta.url);
  const load = (): { dictionary: Record<string, string[]> } =>
    require("@zxcvbn-ts/language-common") as ReturnType<typeof load>;
  const text = `\n${load().dictionary["passwords-common"]!.join("\n")}\n`;
  // Node.js keeps what was loaded
  for (const file of Object.keys(require.cache))
    if (file.includes("@zxcvbn-ts")) Reflect.deleteProperty(require.cache, file);
  return text;
});

/** Whether the password is on the offline list of common ones. The list is loaded with the first call. */
export const isCommonPassword = (password: string): boolean =>
  !password.includes("\n") && passwords().includes(`\n${password.toLowerCase()}\n`);
