import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { inTransaction } from "../database/transaction.js";
import { now } from "../lib/clock.js";
import { RowNotFound } from "../lib/failures.js";
import { lockAccount } from "./accounts.js";
import { recordActivity } from "./audit.js";
import type { Origin } from "./origin.js";
import type { Services } from "./services.js";

/** A client that may act for an account at this moment. Times in milliseconds since the epoch. */
export interface Application {
  clientId: string;
  name: string;
  /** Of all its living tokens, in alphabetical order. */
  scopes: string[];
  /** The oldest grant that still lives. */
  since: number;
  lastUsedAt: number | null;
}

interface TokenRow {
  client_id: string;
  family_id: string;
  name: string;
  scopes: string;
  created_at: number;
  last_used_at: number | null;
  alive: number | boolean;
}

const TOKENS = ["oauth_access_tokens", "oauth_refresh_tokens"] as const;
/** Whatever opens something, or may be exchanged for what does. */
const GRANTED = [...TOKENS, "oauth_authorization_codes", "oauth_device_codes"] as const;

/** The clients with a living token of this account, by name. */
export async function listApplications(knex: Knex, userId: string): Promise<Application[]> {
  const [access, refresh] = await Promise.all([accessTokens(knex, userId), refreshTokens(knex, userId)]);
  const rows = [...access, ...refresh];
  const families = new Set(rows.filter(({ alive }) => alive).map(({ family_id }) => family_id));
  const clients = new Map<string, TokenRow[]>();
  // spent tokens of a living family say since when, and when last
  for (const row of rows.filter(({ family_id }) => families.has(family_id)))
    clients.set(row.client_id, [...(clients.get(row.client_id) ?? []), row]);
  return [...clients.values()].map(summary).sort((left, right) => left.name.localeCompare(right.name));
}

function summary(rows: TokenRow[]): Application {
  const living = rows.filter(({ alive }) => alive);
  const used = rows.map(({ last_used_at }) => last_used_at).filter((time) => time !== null);
  return {
    clientId: rows[0]!.client_id,
    name: rows[0]!.name,
    scopes: [...new Set(living.flatMap(({ scopes }) => JSON.parse(scopes) as string[]))].sort(),
    since: Math.min(...rows.map(({ created_at }) => created_at)),
    lastUsedAt: used.length === 0 ? null : Math.max(...used),
  };
}

const COLUMNS = ["t.client_id", "t.family_id", "c.name", "t.scopes", "t.created_at"] as const;

function accessTokens(knex: Knex, userId: string): Promise<TokenRow[]> {
  const alive = knex.raw("(t.revoked_at is null and t.expires_at > ?) as alive", [now()]);
  return ofAccount(knex, "oauth_access_tokens", userId).select(
    ...COLUMNS,
    "t.last_used_at",
    alive,
  ) as Promise<TokenRow[]>;
}

function refreshTokens(knex: Knex, userId: string): Promise<TokenRow[]> {
  const alive = knex.raw(
    "(t.revoked_at is null and t.rotated_at is null and t.expires_at > ? and t.family_expires_at > ?) as alive",
    [now(), now()],
  );
  return ofAccount(knex, "oauth_refresh_tokens", userId).select(
    ...COLUMNS,
    knex.raw("null as last_used_at"),
    alive,
  ) as Promise<TokenRow[]>;
}

/** Clients that were revoked open nothing any more. */
const ofAccount = (knex: Knex, table: (typeof TOKENS)[number], userId: string) =>
  knex(`${table} as t`)
    .join("oauth_clients as c", "c.id", "t.client_id")
    .where("t.user_id", userId)
    .whereNull("c.revoked_at");

/**
 * Ends everything that the client holds of the account: access and refresh tokens, and codes that it has not redeemed.
 * The account is locked, so that none is issued meanwhile.
 * @throws RowNotFound when the client never held anything of it
 */
export async function revokeApplication(
  { knex }: Services,
  userId: string,
  clientId: string,
  origin: Origin,
): Promise<void> {
  if (!isUuid(clientId)) throw new RowNotFound(); // MariaDB compares an id with ASCII only
  await inTransaction(knex, async (trx) => {
    await lockAccount(trx, userId);
    const changes: Record<string, number> = {};
    for (const table of GRANTED)
      changes[table] = await trx(table)
        .where({ user_id: userId, client_id: clientId })
        .whereNull("revoked_at")
        .update({ revoked_at: now() });
    if (Object.values(changes).every((count) => count === 0)) return assertKnown(trx, userId, clientId);
    const subject = { type: "oauth_client", id: clientId };
    await recordActivity(trx, { event: "application_revoked", actorId: userId, subject, changes }, origin);
  });
}

/** Revoking a second time changes nothing; what was never granted is not there. */
async function assertKnown(trx: Knex.Transaction, userId: string, clientId: string): Promise<void> {
  for (const table of GRANTED)
    if (await trx(table).where({ user_id: userId, client_id: clientId }).first("id")) return;
  throw new RowNotFound();
}
