import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import type { RowReader } from "../../../database/row-reader.js";
import { andThen, type Awaitable } from "../../../lib/awaitable.js";
import { parseOptions } from "../../../models/client-options.js";
import type { Organisation } from "../../../models/organisations/organisation.js";
import { lockActing } from "../../organisations/rules.js";
import { OAuthClient, type RegisteredClient } from "../../../models/oauth-client.js";
import type { User } from "../../../models/user.js";
import { ACTIVE } from "../../accounts/account-status.js";
import { lockAccount } from "../../accounts/accounts.js";
import { ProtocolError } from "../protocol-error.js";

interface Row extends Omit<
  RegisteredClient,
  | "grant_types"
  | "redirect_uris"
  | "post_logout_redirect_uris"
  | "may_introspect"
  | "options"
  | "registered_itself"
> {
  grant_types: string;
  redirect_uris: string;
  post_logout_redirect_uris: string | null;
  may_introspect: number | boolean;
  options: string | null;
  registered_itself: number | boolean;
}

const FIND = `select id, name, type, secret_hash, grant_types, redirect_uris, post_logout_redirect_uris,
  may_introspect, homepage_url, logo, options, subject_salt, document_url, document_expires_at, registered_itself,
  organisation_id, organisation_role from oauth_clients where id = ? and revoked_at is null`;

/** An active client, by the id of its row. Read on every request of a client. */
export function findClient(rows: RowReader, id: string): Awaitable<RegisteredClient | undefined> {
  if (!isUuid(id)) return undefined; // MariaDB raises an error when it compares an id with non-ASCII text
  return andThen(rows.one<Row>(FIND, [id]), (row) => row && registeredClient(row));
}

/** Without a spread, after which each object would have a hidden class of its own and be slow to read. */
function registeredClient(row: Row): RegisteredClient {
  const { id, name, type, secret_hash, homepage_url, logo, subject_salt, options } = row;
  const { document_url, document_expires_at, organisation_id, organisation_role } = row;
  return {
    id,
    name,
    type,
    secret_hash,
    homepage_url,
    logo,
    subject_salt,
    grant_types: JSON.parse(row.grant_types) as string[],
    redirect_uris: JSON.parse(row.redirect_uris) as string[],
    post_logout_redirect_uris: JSON.parse(row.post_logout_redirect_uris ?? "[]") as string[],
    may_introspect: Boolean(row.may_introspect),
    options: parseOptions(options),
    document_url,
    document_expires_at,
    registered_itself: Boolean(row.registered_itself),
    organisation_id,
    organisation_role,
  };
}

/**
 * Reads the client under a shared lock, so that it can't be deleted before the transaction ends.
 * @throws ProtocolError invalid_client
 */
export async function lockClientShared(trx: Knex.Transaction, id: string): Promise<OAuthClient> {
  const client = await OAuthClient.query(trx).findById(id).whereNull("revoked_at").forShare();
  if (!client) throw new ProtocolError("invalid_client", "The client is unknown.");
  return client;
}

/**
 * Locks the account exclusively and the organisation and the client with shared locks, so that nothing is issued after a ban,
 * a password reset, the revocation of the grant, the deletion of the client or the end of the membership.
 * Everything locks them in this order: the roles, the account, the organisation, the client. Deleting an organisation locks
 * it and then its clients.
 * @param organisationId that the grant is for; null for none
 * @throws ProtocolError invalid_grant when the account isn't active, no member, or doesn't meet what the organisation requires;
 * invalid_client when the client was deleted
 */
export async function lockUserAndClient(
  trx: Knex.Transaction,
  userId: string,
  clientId: string,
  organisationId: string | null,
): Promise<{ user: User; organisation: Organisation | null }> {
  const user = await lockAccount(trx, userId);
  if (user?.status !== ACTIVE) throw new ProtocolError("invalid_grant", "The account isn't active.");
  const member = organisationId === null ? null : await lockActing(trx, { user }, organisationId);
  if (member === undefined)
    throw new ProtocolError("invalid_grant", "The user can't act for the organisation any more.");
  await lockClientShared(trx, clientId);
  return { user, organisation: member?.organisation ?? null };
}
