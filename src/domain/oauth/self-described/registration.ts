import { inTransaction } from "../../../database/transaction.js";
import { HOUR } from "../../../lib/clock.js";
import { TooManyAttempts } from "../../../lib/failures.js";
import { OAuthClient } from "../../../models/oauth-client.js";
import type { Origin } from "../../audit/origin.js";
import { recordActivity } from "../../audit/record.js";
import type { Services } from "../../services.js";
import { columnsOf } from "../clients/client-columns.js";
import { useForEvents } from "../../administration/client-activity.js";
import { clientFromMetadata, type ClientMetadata } from "./client-metadata.js";
import { hasRoom } from "./unused-clients.js";

/**
 * Registers a client that describes itself (RFC 7591). It has no secret.
 * @throws ProtocolError invalid_client_metadata, invalid_redirect_uri; TooManyAttempts
 */
export async function registerItself(
  { knex }: Services,
  metadata: ClientMetadata,
  origin: Origin,
): Promise<OAuthClient> {
  const columns = columnsOf(clientFromMetadata(metadata, ["none"]));
  return inTransaction(knex, async (trx) => {
    if (!(await hasRoom(trx, "registered"))) throw new TooManyAttempts(HOUR);
    const client = await OAuthClient.query(trx).insertAndFetch({ ...columns, registered_itself: true });
    const { name, type, redirect_uris } = columns;
    const changes = { name, type, redirect_uris, registered_itself: true };
    const subject = { type: "oauth_client", id: client.id };
    const forEvents = await useForEvents(trx, client.id);
    await recordActivity(
      trx,
      { event: "client_created", actorId: null, subject, changes, forEvents },
      origin,
    );
    return client;
  });
}
