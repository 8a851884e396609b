import type { OAuthClient } from "../../../models/oauth-client.js";
import { lockActiveAdministrator } from "../../access/locks.js";
import { logoFiles, storeLogo } from "../../administration/logo-files.js";
import { inActorContext, type ActorCall } from "../../context.js";
import { lockClient, recordClientActivity } from "./managed-clients.js";

/**
 * Replaces the logo that users see before they allow the client, then deletes the old file.
 * @throws ValidationFailed on `logo`, ServiceBusy; RowNotFound; ActionForbidden
 */
export const changeClientLogo = (caller: ActorCall, id: string, bytes: Buffer): Promise<void> =>
  storeLogo(caller.services, bytes, (name) => replaceClientLogo(caller, id, name));

/** @throws RowNotFound; ActionForbidden */
export const removeClientLogo = (caller: ActorCall, id: string): Promise<void> =>
  replaceClientLogo(caller, id, null);

async function replaceClientLogo(caller: ActorCall, id: string, logo: OAuthClient["logo"]): Promise<void> {
  const former = await inActorContext(caller, async (context) => {
    const { actor } = await lockActiveAdministrator(context, "api-clients.update");
    const client = await lockClient(context.trx, actor, id);
    const before = client.logo;
    if (before === logo) return null;
    await client.$query(context.trx).patch({ logo });
    await recordClientActivity(context, "client_updated", client, { logo: { before, after: logo } });
    return before;
  });
  await logoFiles(caller.services).remove(former);
}
