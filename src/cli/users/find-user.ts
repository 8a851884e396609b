import { validate as isUuid } from "uuid";
import { findAccountByEmail } from "../../domain/accounts/accounts.js";
import type { Services } from "../../domain/services.js";
import { User } from "../../models/user.js";
import { CommandFailed } from "../failures.js";

/** The account with this email or id; a deleted one isn't found. @throws CommandFailed */
export async function getUser({ knex }: Services, emailOrId: string): Promise<User> {
  const user = isUuid(emailOrId)
    ? await User.query(knex).findById(emailOrId.toLowerCase()).whereNull("deleted_at")
    : await findAccountByEmail(knex, emailOrId);
  if (!user) throw new CommandFailed(`No account has the email or id ${emailOrId}.`);
  return user;
}
