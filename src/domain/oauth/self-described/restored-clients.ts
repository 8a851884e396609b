import { RowNotFound } from "../../../lib/failures.js";
import { OAuthClient } from "../../../models/oauth-client.js";
import type { Administrator } from "../../access/actor.js";
import { lockActiveAdministrator } from "../../access/locks.js";
import { inActorContext, type ActorCall } from "../../context.js";
import { idForDocument, isDocumentUrl } from "../clients/client-ids.js";
import { assertMayManage } from "../clients/client-role.js";
import { recordClientActivity } from "../../administration/client-activity.js";

/**
 * Lets the client of a document that was deleted ask users for access again. Its document is read again first. What it could do
 * before stays ended.
 * @throws RowNotFound when no such client was deleted; ActionForbidden
 */
export async function restoreDocumentClient(
  call: ActorCall<Administrator>,
  url: string,
): Promise<OAuthClient> {
  if (!isDocumentUrl(url)) throw new RowNotFound();
  return inActorContext(call, async (context) => {
    const { trx } = context;
    const { actor } = await lockActiveAdministrator(context, "api-clients.create");
    const deleted = OAuthClient.query(trx).findById(idForDocument(url)).whereNotNull("revoked_at");
    const client = await deleted.forUpdate();
    if (!client) throw new RowNotFound();
    assertMayManage(actor, client);
    await client.$query(trx).patch({ revoked_at: null, document_expires_at: 0 });
    await recordClientActivity(context, "client_restored", client, { name: client.name, document_url: url });
    return client;
  });
}
