import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { now } from "../../../lib/clock.js";
import { RowNotFound } from "../../../lib/failures.js";
import { lockAccount } from "../../accounts/accounts.js";
import { recordActivity } from "../../audit/record.js";
import { CLIENT_CREDENTIAL_TABLES, type ClientCredentialTable } from "../../../models/credential-kinds.js";
import { endCredentials } from "../../../models/revoke-credentials.js";
import { forgetTools, lastTools, type UsedTool } from "./agent-tools.js";
import { inActorContext, type ActorContext, type ActorCall } from "../../context.js";

/**
 * A client with access to an account, or one that gets access without another consent. Times are milliseconds since
 * the epoch.
 */
export interface Application {
  clientId: string;
  name: string;
  homepageUrl: string | null;
  /** The name of the file; null for none. */
  logo: string | null;
  /** The address of the document that describes the client; null for others. */
  documentUrl: string | null;
  /** The scopes of all its active tokens and codes, in alphabetical order. */
  scopes: string[];
  /** When the oldest active grant began. */
  since: number;
  lastUsedAt: number | null;
  /** What it called last as an agent, latest first. */
  lastTools: UsedTool[];
}

interface CredentialRow {
  client_id: string;
  family_id: string;
  name: string;
  homepage_url: string | null;
  logo: string | null;
  document_url: string | null;
  scopes: string;
  created_at: number;
  last_used_at: number | null;
  is_active: number | boolean;
}

/** The clients with an active token or code of this account, by name. */
export async function listApplications(knex: Knex, userId: string): Promise<Application[]> {
  const sources = [accessTokens, refreshTokens, authorizationCodes, deviceCodes];
  const rows = (await Promise.all(sources.map((source) => source(knex, userId)))).flat();
  const families = new Set(rows.filter(({ is_active }) => is_active).map(({ family_id }) => family_id));
  const clients = new Map<string, CredentialRow[]>();
  // spent tokens of an active family show when it began and when it was last used
  for (const row of rows.filter(({ family_id }) => families.has(family_id)))
    clients.set(row.client_id, [...(clients.get(row.client_id) ?? []), row]);
  const tools = await lastTools(knex, userId);
  return [...clients.values()]
    .map((ofClient) => ({ ...summary(ofClient), lastTools: tools.get(ofClient[0]!.client_id) ?? [] }))
    .sort((left, right) => left.name.localeCompare(right.name) || (left.clientId < right.clientId ? -1 : 1));
}

function summary(rows: CredentialRow[]): Omit<Application, "lastTools"> {
  const active = rows.filter(({ is_active }) => is_active);
  const used = rows.map(({ last_used_at }) => last_used_at).filter((time) => time !== null);
  return {
    clientId: rows[0]!.client_id,
    name: rows[0]!.name,
    homepageUrl: rows[0]!.homepage_url,
    logo: rows[0]!.logo,
    documentUrl: rows[0]!.document_url,
    scopes: [...new Set(active.flatMap(({ scopes }) => JSON.parse(scopes) as string[]))].sort(),
    since: Math.min(...rows.map(({ created_at }) => created_at)),
    lastUsedAt: used.length === 0 ? null : Math.max(...used),
  };
}

const OF_CLIENT = ["c.name", "c.homepage_url", "c.logo", "c.document_url"] as const;
const COLUMNS = ["t.client_id", "t.family_id", ...OF_CLIENT, "t.scopes", "t.created_at"] as const;

function accessTokens(knex: Knex, userId: string): Promise<CredentialRow[]> {
  const isActive = knex.raw("(t.revoked_at is null and t.expires_at > ?) as is_active", [now()]);
  return ofAccount(knex, "oauth_access_tokens", userId).select(
    ...COLUMNS,
    "t.last_used_at",
    isActive,
  ) as Promise<CredentialRow[]>;
}

function refreshTokens(knex: Knex, userId: string): Promise<CredentialRow[]> {
  const isActive = knex.raw(
    "(t.revoked_at is null and t.rotated_at is null and t.expires_at > ? and t.family_expires_at > ?) as is_active",
    [now(), now()],
  );
  return ofAccount(knex, "oauth_refresh_tokens", userId).select(
    ...COLUMNS,
    knex.raw("null as last_used_at"),
    isActive,
  ) as Promise<CredentialRow[]>;
}

/** Whether the client gets the scopes of a redeemed code again without another consent (remembered-consent.ts). */
const IS_REMEMBERED = `(c.secret_hash is not null or t.redirect_uri like 'https:%'
  or (t.redirect_uri = '' and c.redirect_uris like '["https:%'))`;

/** Includes redeemed codes whose consent is remembered. */
function authorizationCodes(knex: Knex, userId: string): Promise<CredentialRow[]> {
  const isActive = knex.raw(
    `(t.revoked_at is null and
      ((t.redeemed_at is null and t.expires_at > ?) or (t.redeemed_at is not null and ${IS_REMEMBERED}))) as is_active`,
    [now()],
  );
  return ofAccount(knex, "oauth_authorization_codes", userId).select(
    ...COLUMNS,
    knex.raw("null as last_used_at"),
    isActive,
  ) as Promise<CredentialRow[]>;
}

/** Approved codes that the device hasn't fetched. Their family begins with the first token. */
function deviceCodes(knex: Knex, userId: string): Promise<CredentialRow[]> {
  return ofAccount(knex, "oauth_device_codes", userId)
    .where("t.expires_at", ">", now())
    .whereNotNull("t.approved_at")
    .whereNull("t.redeemed_at")
    .whereNull("t.revoked_at")
    .select(
      "t.client_id",
      "t.id as family_id",
      ...OF_CLIENT,
      "t.scopes",
      "t.created_at",
      knex.raw("null as last_used_at"),
      knex.raw("1 as is_active"),
    ) as Promise<CredentialRow[]>;
}

/** Credentials of revoked clients are left out. */
const ofAccount = (knex: Knex, table: ClientCredentialTable, userId: string) =>
  knex(`${table} as t`)
    .join("oauth_clients as c", "c.id", "t.client_id")
    .where("t.user_id", userId)
    .whereNull("c.revoked_at");

/**
 * Revokes all access and refresh tokens and unredeemed codes that the client holds for the account. The account is
 * locked, so that none is issued at the same time.
 * @throws RowNotFound when the client never held any
 */
export async function revokeApplication(call: ActorCall, clientId: string): Promise<void> {
  if (!isUuid(clientId)) throw new RowNotFound(); // MariaDB raises an error when it compares an id with non-ASCII text
  await inActorContext(call, async (context) => {
    await lockAccount(context.trx, context.actor.id);
    await endApplication(context, context.actor.id, clientId);
  });
}

/**
 * `revokeApplication` for any account, in the transaction of a caller that has locked it.
 * @returns the name of the client; null when it had no access any more
 * @throws RowNotFound when the client never held any
 */
export async function endApplication(
  { trx, actor, origin }: ActorContext,
  userId: string,
  clientId: string,
): Promise<string | null> {
  const changes = await endAccess(trx, userId, clientId);
  if (Object.values(changes).every((count) => count === 0)) {
    await assertKnown(trx, userId, clientId);
    return null;
  }
  const subject = { type: "oauth_client", id: clientId };
  const owner = userId === actor.id ? {} : { ownerId: userId };
  const { name } = (await trx("oauth_clients").where({ id: clientId }).first("name")) as { name: string };
  const forEvents = { data: { application: { id: clientId, name } } };
  await recordActivity(
    trx,
    { event: "application_revoked", actorId: actor.id, subject, ...owner, changes, forEvents },
    origin,
  );
  return name;
}

/** Revokes the credentials of all clients for the account. @returns the number of clients affected */
export async function revokeApplications(call: ActorCall): Promise<number> {
  return inActorContext(call, async ({ trx, actor, origin }) => {
    const userId = actor.id;
    await lockAccount(trx, userId);
    let count = 0;
    for (const { clientId: id, name } of await listApplications(trx, userId)) {
      const changes = await endAccess(trx, userId, id);
      const subject = { type: "oauth_client", id };
      const forEvents = { data: { application: { id, name } } };
      await recordActivity(
        trx,
        { event: "application_revoked", actorId: userId, subject, changes, forEvents },
        origin,
      );
      count++;
    }
    return count;
  });
}

/** Ends what the client can do for the account, and forgets what it did. @returns table → number of credentials */
async function endAccess(trx: Knex.Transaction, userId: string, clientId: string) {
  await forgetTools(trx, userId, clientId);
  return endCredentials(trx, CLIENT_CREDENTIAL_TABLES, { user_id: userId, client_id: clientId });
}

/** A second revocation changes nothing; a client that was never authorised isn't found. */
async function assertKnown(trx: Knex.Transaction, userId: string, clientId: string): Promise<void> {
  for (const table of CLIENT_CREDENTIAL_TABLES)
    if (await trx(table).where({ user_id: userId, client_id: clientId }).first("id")) return;
  throw new RowNotFound();
}
