import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { RowNotFound } from "../../../lib/failures.js";
import { Applications } from "../../../models/organisations/applications.js";
import { OAuthClient } from "../../../models/oauth-client.js";
import type { RoleHolder } from "../../access/actor.js";
import type { AdmittedToClients } from "./client-owners.js";
import { assertMayManage, assertVisible } from "./client-role.js";

/** @throws RowNotFound, also for a client whose role is above the actor's rank */
export async function getClient(knex: Knex, actor: RoleHolder, id: string): Promise<OAuthClient> {
  const client = isUuid(id) && (await OAuthClient.query(knex).findById(id).whereNull("revoked_at"));
  if (!client) throw new RowNotFound();
  assertVisible(actor, client);
  return client;
}

/** @throws RowNotFound, also for a client of another organisation; ActionForbidden when the actor can't give its role */
export async function lockClient(
  trx: Knex.Transaction,
  { actor, scope, assertMayManage: assertMayManageOwned }: AdmittedToClients,
  id: string,
): Promise<OAuthClient> {
  if (!isUuid(id)) throw new RowNotFound(); // MariaDB raises an error when it compares an id with non-ASCII text
  const clients = scope ? new Applications(scope).all() : OAuthClient.query(trx).whereNull("revoked_at");
  const client = await clients.findById(id).forUpdate();
  if (!client) throw new RowNotFound();
  assertMayManage(actor, client);
  await assertMayManageOwned?.(client);
  return client;
}
