import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { selectOne } from "../../database/raw.js";
import { OAuthClient, type RegisteredClient } from "../../models/oauth-client.js";
import type { User } from "../../models/user.js";
import { ACTIVE } from "../account-status.js";
import { lockAccount } from "../accounts.js";
import { ProtocolError } from "./protocol-error.js";

/** A client as it is stored. */
export interface ClientRow extends Omit<
  RegisteredClient,
  "grant_types" | "redirect_uris" | "may_introspect"
> {
  grant_types: string;
  redirect_uris: string;
  may_introspect: number | boolean;
}

/** Of `oauth_clients c`. */
export const CLIENT_COLUMNS =
  "c.id, c.name, c.type, c.secret_hash, c.grant_types, c.redirect_uris, c.may_introspect";

const FIND = `select ${CLIENT_COLUMNS} from oauth_clients c where c.id = ? and c.revoked_at is null`;

/** A client that was not revoked. Asked with every request of one. */
export async function findClient(knex: Knex, id: string): Promise<RegisteredClient | undefined> {
  if (!isUuid(id)) return undefined; // MariaDB compares an id with ASCII only
  const row = await selectOne<ClientRow>(knex, FIND, [id]);
  return row && clientFrom(row);
}

export const clientFrom = (row: ClientRow): RegisteredClient => ({
  id: row.id,
  name: row.name,
  type: row.type,
  secret_hash: row.secret_hash,
  grant_types: JSON.parse(row.grant_types) as string[],
  redirect_uris: JSON.parse(row.redirect_uris) as string[],
  may_introspect: Boolean(row.may_introspect),
});

/**
 * The client as it is now; it cannot be deleted before the transaction ends. Many may hold this lock at once.
 * @throws ProtocolError invalid_client
 */
export async function holdClient(trx: Knex.Transaction, id: string): Promise<OAuthClient> {
  const client = await OAuthClient.query(trx).findById(id).whereNull("revoked_at").forShare();
  if (!client) throw new ProtocolError("invalid_client", "There is no such client.");
  return client;
}

/**
 * Locks the account and holds the client: nothing is issued across a ban, a password reset, the removal of a grant or
 * the deletion of the client.
 * @throws ProtocolError invalid_grant when the account is not active, invalid_client when the client is gone
 */
export async function lockParties(trx: Knex.Transaction, userId: string, clientId: string): Promise<User> {
  const user = await lockAccount(trx, userId);
  if (user?.status !== ACTIVE) throw new ProtocolError("invalid_grant", "The account cannot be used.");
  await holdClient(trx, clientId);
  return user;
}
