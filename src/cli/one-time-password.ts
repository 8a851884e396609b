import { passwordProblems } from "../domain/passwords/password-policy.js";
import type { Services } from "../domain/services.js";
import { MAX_PASSWORD_BYTES } from "../lib/passwords/passwords.js";
import { generatePassword } from "../lib/secrets.js";

/** Groups of five characters, so that it can be read aloud, of any length and with a symbol. */
const grouped = (text: string): string => text.match(/.{1,5}/g)!.join("-");

/** A generated password that the policy allows, whatever it requires. */
export async function oneTimePassword(services: Pick<Services, "settings">): Promise<string> {
  const settings = await services.settings.read();
  let text = generatePassword();
  while (grouped(text).length < settings.get("auth.password_min_length")) text += generatePassword();
  const password = grouped(text).slice(0, MAX_PASSWORD_BYTES);
  // one in a few has no digit
  return (await passwordProblems(password, settings)).length === 0 ? password : oneTimePassword(services);
}
