import type { Knex } from "knex";
import { now } from "../../lib/clock.js";
import { usesOf } from "../../models/client-use.js";
import { CLIENT_CREDENTIAL_TABLES } from "../../models/credential-kinds.js";
import type { OAuthClient } from "../../models/oauth-client.js";
import { endCredentials } from "../../models/revoke-credentials.js";
import type { Administrator } from "../access/actor.js";
import type { Activity, ActivityEvent } from "../audit/activities.js";
import { recordActorActivity } from "../audit/record.js";
import type { ActorContext } from "../context.js";

/** What events about the client have beside its row. The transaction has made the change. */
export async function useForEvents(trx: Knex, id: string): Promise<NonNullable<Activity["forEvents"]>> {
  return { data: (await usesOf(trx, [id]))(id) };
}

/**
 * Deletes a locked client and revokes its credentials. Issuing to a client locks its row, so nothing is issued after the
 * deletion.
 * @returns the name of the file with its logo, to delete after the transaction
 */
export async function endClient(
  context: ActorContext<Administrator>,
  client: OAuthClient,
): Promise<string | null> {
  const { trx } = context;
  const { logo } = client;
  await client.$query(trx).patch({ revoked_at: now(), logo: null });
  const revoked = await endCredentials(trx, CLIENT_CREDENTIAL_TABLES, { client_id: client.id });
  await recordClientActivity(context, "client_deleted", client, { name: client.name, revoked });
  return logo;
}

export async function recordClientActivity(
  context: ActorContext<Administrator>,
  event: ActivityEvent,
  { id }: OAuthClient,
  changes: object,
): Promise<void> {
  const forEvents = await useForEvents(context.trx, id);
  await recordActorActivity(context, event, { type: "oauth_client", id }, changes, forEvents);
}
