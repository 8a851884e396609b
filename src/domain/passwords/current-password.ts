import { ValidationFailed } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { User } from "../../models/user.js";
import type { Origin } from "../audit/origin.js";
import type { Services } from "../services.js";

/** @throws ValidationFailed on `current_password`. The policy is not asked: it judges new passwords only. */
export async function assertCurrentPassword(
  { knex, passwords }: Services,
  userId: string,
  password: string,
  { ip }: Origin,
): Promise<void> {
  const user = await User.query(knex).findById(userId).whereNull("deleted_at").select("password");
  if (!(await passwords.verify(password, user?.password ?? null, ip))) throw wrongCurrentPassword();
}

export const wrongCurrentPassword = (): ValidationFailed =>
  new ValidationFailed({ current_password: [text("validation.password.current")] });
