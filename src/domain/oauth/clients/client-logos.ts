import type { OAuthClient } from "../../../models/oauth-client.js";
import { recordClientActivity } from "../../administration/client-activity.js";
import { logoFiles, storeLogo } from "../../administration/logo-files.js";
import { inActorContext, type ActorCall } from "../../context.js";
import { admitToService } from "./client-owners.js";
import { lockClient } from "./managed-clients.js";

/**
 * Replaces the logo that users see before they allow the client, then deletes the old file.
 * @throws ValidationFailed on `logo`, ServiceBusy; RowNotFound; ActionForbidden
 */
export const changeClientLogo = (call: ActorCall, id: string, bytes: Buffer): Promise<void> =>
  storeLogo(call.services, bytes, (name) => replaceClientLogo(call, id, name));

/** @throws RowNotFound; ActionForbidden */
export const removeClientLogo = (call: ActorCall, id: string): Promise<void> =>
  replaceClientLogo(call, id, null);

async function replaceClientLogo(call: ActorCall, id: string, logo: OAuthClient["logo"]): Promise<void> {
  const former = await inActorContext(call, async (context) => {
    const client = await lockClient(context.trx, await admitToService(context, "update"), id);
    const before = client.logo;
    if (before === logo) return null;
    await client.$query(context.trx).patch({ logo });
    await recordClientActivity(context, "client_updated", client, { logo: { before, after: logo } });
    return before;
  });
  await logoFiles(call.services).remove(former);
}
