import { ValidationFailed } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { User } from "../../models/user.js";
import type { ActorCall } from "../context.js";
import { matchesPassword } from "./stored-password.js";

/**
 * Checks the current password. The password policy doesn't apply to it. @throws ValidationFailed on
 * `current_password`
 */
export async function assertCurrentPassword(
  { services, actor, origin }: ActorCall,
  password: string,
): Promise<void> {
  if (password === "") throw new ValidationFailed({ current_password: [text("validation.required")] });
  const user = await User.query(services.knex)
    .findById(actor.id)
    .whereNull("deleted_at")
    .select("password", "password_imported");
  if (!(await matchesPassword(services, password, user, origin.ip))) throw wrongCurrentPassword();
}

export const wrongCurrentPassword = (): ValidationFailed =>
  new ValidationFailed({ current_password: [text("validation.password.current")] });
