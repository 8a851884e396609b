import { lockActorAndTarget } from "../access/locks.js";
import { assertPermitted, rightsOver } from "../access/user-rights.js";
import { getVisibleUser } from "../access/visible-users.js";
import { recordActorActivity } from "../audit/record.js";
import { inActorContext, type ActorCall, type ReadCall } from "../context.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import { endIdentity, getIdentityOf, listIdentities, type LinkedIdentity } from "./identities.js";

/** The identities of an account, oldest first. @throws RowNotFound when the actor can't see it */
export async function listIdentitiesOf({ services, actor }: ReadCall, id: string): Promise<LinkedIdentity[]> {
  await getVisibleUser(services.knex, actor, id);
  return listIdentities(services.knex, id);
}

/**
 * Removes an identity of another account, whose owner is notified by mail. It needs the right to turn off the second
 * factor.
 * @throws RowNotFound, ActionForbidden; ValidationFailed on `identity` for the last way to sign in
 */
export async function removeIdentityOf(call: ActorCall, id: string, identityId: string): Promise<void> {
  await inActorContext(call, async (context) => {
    const target = await lockActorAndTarget(context, id);
    assertPermitted(rightsOver(target.actor, target).twoFactor);
    const { account } = target;
    const linked = await getIdentityOf(context.trx, id, identityId);
    await endIdentity(context, account, linked);
    const values = { provider: linked.provider.name };
    await recordActorActivity(context, "identity_removed", { type: "user", id }, values);
    const url = linkTo(context.services, "security");
    await queueNotice(context, account, { kind: "identity_removed_by_administrator", values, url });
  });
}
