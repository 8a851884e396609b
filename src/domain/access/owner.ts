import type { Knex } from "knex";
import { ActionForbidden } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import type { User } from "../../models/user.js";
import { ACTIVE } from "../accounts/account-status.js";
import { lockAccount } from "../accounts/accounts.js";
import { findSession } from "../sessions/sessions.js";

/** Who asks for something of their own account, by which living session: one that is ended meanwhile gets nothing. */
export interface Owner {
  id: string;
  sessionId: string;
}

/**
 * Locks the account of the owner. Nothing is given out or moved across a ban or a password reset: the first changes
 * the status, the second ends the session.
 * @throws ActionForbidden
 */
export async function lockOwner(trx: Knex.Transaction, owner: Owner): Promise<User> {
  const user = await lockAccount(trx, owner.id);
  if (user?.status !== ACTIVE) throw new ActionForbidden(text("sk-auth.inactive"));
  if ((await findSession(trx, owner.sessionId)) === null) throw new ActionForbidden();
  return user;
}
