import { inContext } from "../../../src/domain/context.js";
import { sendInvitation } from "../../../src/domain/passwords/password-reset.js";
import type { Services } from "../../../src/domain/services.js";
import { User } from "../../../src/models/user.js";
import { Factories, OPERATOR, type UserOptions } from "./factories.js";
import { queuedMails } from "./mails.js";

export interface Invited {
  user: User;
  /** The path of the link in the mail, and its last part. */
  link: string;
  token: string;
}

/** An account without a password, whose owner was sent a link. */
export async function invited(services: Services, options: UserOptions = {}): Promise<Invited> {
  const { id } = await new Factories(services).user(options);
  await services.knex("users").where({ id }).update({ password: null, password_changed_at: null });
  const user = (await User.query(services.knex).findById(id))!;
  await inContext({ services, origin: OPERATOR }, (context) => sendInvitation(context, user));
  const { link } = (await queuedMails(services, "invitation")).findLast(({ to }) => to === user.email)!;
  return { user, link, token: link.split("/").at(-1)! };
}
