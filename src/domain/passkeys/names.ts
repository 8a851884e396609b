import { ValidationFailed } from "../../lib/failures.js";
import { normalForm } from "../../lib/text/normal-form.js";
import { text } from "../../texts/translate.js";
import { UNPRINTABLE } from "../settings/setting-kinds.js";

export const MAX_NAME_LENGTH = 64;

/** The name as it is stored; null for a blank one. @throws ValidationFailed on `name` */
export function passkeyName(typed: string): string | null {
  const name = normalForm(typed.trim(), MAX_NAME_LENGTH);
  if (name === "") return null;
  if (UNPRINTABLE.test(name)) throw new ValidationFailed({ name: [text("validation.characters")] });
  if ([...name].length > MAX_NAME_LENGTH)
    throw new ValidationFailed({ name: [text("validation.too_long", { max: MAX_NAME_LENGTH })] });
  return name;
}
