import type { Administrator } from "../access/actor.js";
import { validate as isUuid } from "uuid";
import { onlyRestorable } from "../../models/restorable.js";
import { normalizeEmail, type User } from "../../models/user.js";
import { claimingEmail } from "../accounts/accounts.js";
import { recordActivity } from "../audit/record.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import type { Services } from "../services.js";
import { assertPermitted, rightsOver } from "../access/user-rights.js";
import { lockActorAndTarget } from "../access/locks.js";
import { inActorContext, type ActorCall, type Context } from "../context.js";

/**
 * Undoes a deletion, with the same rights as a deletion.
 * @throws RowNotFound when the account isn't deleted, can't be restored any more, or is hidden by rank;
 * ActionForbidden; EmailTaken when another account has the address
 */
export async function restoreUser(call: ActorCall<Administrator>, id: string): Promise<void> {
  await inActorContext(call, async (context) => {
    const target = await lockActorAndTarget(context, id, "deleted");
    assertPermitted(rightsOver(target.actor, target).deletion);
    await restore(context, context.actor.id, target.account);
  });
}

/**
 * Password, second factor, role and status are still in the row. The deletion ended everything else except
 * verification links, which are bound to `email_version`.
 */
async function restore(context: Context, actorId: string | null, user: User): Promise<void> {
  const { services, trx, origin } = context;
  const columns = { deleted_at: null, pending_email: null, email_version: user.email_version + 1 };
  await claimingEmail(() => user.$query(trx).patch(columns), "validation.email.taken_since_deletion");
  const subject = { type: "user", id: user.id };
  await recordActivity(trx, { event: "user_restored", actorId, subject }, origin);
  await queueNotice(context, user, { kind: "account_restored", url: linkTo(services, "login") });
}

/** A deleted account that can be restored. Several can have the same address. */
export interface RestorableAccount {
  id: string;
  email: string;
  deleted_at: number;
}

/** Deleted accounts by address or id, latest deletion first. */
export async function findRestorable({ knex }: Services, emailOrId: string): Promise<RestorableAccount[]> {
  // MariaDB raises an error when it compares an id with non-ASCII text
  const searched = isUuid(emailOrId) ? { id: emailOrId } : { email: normalizeEmail(emailOrId) };
  return (await onlyRestorable(knex("users"))
    .where(searched)
    .orderBy("deleted_at", "desc")
    .select("id", "email", "deleted_at")) as RestorableAccount[];
}
