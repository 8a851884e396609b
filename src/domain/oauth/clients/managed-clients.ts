import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { RowNotFound } from "../../../lib/failures.js";
import { OAuthClient } from "../../../models/oauth-client.js";
import type { RoleHolder, Administrator } from "../../access/actor.js";
import type { ActivityEvent } from "../../audit/activities.js";
import { recordActorActivity } from "../../audit/record.js";
import type { ActorContext } from "../../context.js";
import { useForEvents } from "./client-list.js";
import { assertMayManage, assertVisible } from "./client-role.js";

/** @throws RowNotFound, also for a client whose role is above the actor's rank */
export async function getClient(knex: Knex, actor: RoleHolder, id: string): Promise<OAuthClient> {
  const client = isUuid(id) && (await OAuthClient.query(knex).findById(id).whereNull("revoked_at"));
  if (!client) throw new RowNotFound();
  assertVisible(actor, client);
  return client;
}

/** The actor's account must be locked first. @throws RowNotFound; ActionForbidden when the actor can't give its role */
export async function lockClient(
  trx: Knex.Transaction,
  actor: Administrator,
  id: string,
): Promise<OAuthClient> {
  if (!isUuid(id)) throw new RowNotFound(); // MariaDB raises an error when it compares an id with non-ASCII text
  const client = await OAuthClient.query(trx).findById(id).whereNull("revoked_at").forUpdate();
  if (!client) throw new RowNotFound();
  assertMayManage(actor, client);
  return client;
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
