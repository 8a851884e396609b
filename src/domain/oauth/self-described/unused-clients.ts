import type { Knex } from "knex";
import { HOUR, now } from "../../../lib/clock.js";
import { CLIENT_CREDENTIAL_TABLES } from "../../../models/credential-kinds.js";

/** How many clients of each kind can describe themselves within an hour without getting a token. */
const MOST_UNUSED = 1000;

const KINDS = {
  "with a document": (clients: Knex.QueryBuilder) => clients.whereNotNull("document_url"),
  registered: (clients: Knex.QueryBuilder) => clients.where("registered_itself", true),
};

/** Leaves out the clients with a token or code that is still stored. */
export function withoutCredentials(knex: Knex, clients: Knex.QueryBuilder): Knex.QueryBuilder {
  for (const table of CLIENT_CREDENTIAL_TABLES)
    void clients.whereNotExists(knex(table).whereRaw("client_id = oauth_clients.id"));
  return clients;
}

/** Whether a token or code of the client is still stored, so that a user has allowed it something. */
export async function isInUse(knex: Knex, id: string): Promise<boolean> {
  const unused = withoutCredentials(knex, knex("oauth_clients").where({ id }));
  return (await unused.first("id")) === undefined;
}

/** Whether another client may describe itself: strangers can't fill the table, nor keep others out for long. */
export async function hasRoom(knex: Knex, kind: keyof typeof KINDS): Promise<boolean> {
  const latest = knex("oauth_clients")
    .whereNull("revoked_at")
    .where("created_at", ">", now() - HOUR);
  const clients = withoutCredentials(knex, KINDS[kind](latest));
  const [unused] = (await clients.count({ count: "*" })) as { count: number }[];
  return Number(unused!.count) < MOST_UNUSED;
}
