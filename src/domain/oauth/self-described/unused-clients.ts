import type { Knex } from "knex";
import { CLIENT_CREDENTIAL_TABLES } from "../../../models/credential-kinds.js";

/** How many clients that describe themselves can be without a token. */
const MOST_UNUSED = 1000;

/** Leaves out the clients with a token or code that is still stored. */
export function withoutCredentials(knex: Knex, clients: Knex.QueryBuilder): Knex.QueryBuilder {
  for (const table of CLIENT_CREDENTIAL_TABLES)
    void clients.whereNotExists(knex(table).whereRaw("client_id = oauth_clients.id"));
  return clients;
}

/** Whether another client may describe itself: strangers can't fill the table. */
export async function hasRoom(knex: Knex): Promise<boolean> {
  const described = knex("oauth_clients")
    .whereNull("revoked_at")
    .where((one) => void one.whereNotNull("document_url").orWhere("registered_itself", true));
  const [unused] = (await withoutCredentials(knex, described).count({ count: "*" })) as { count: number }[];
  return Number(unused!.count) < MOST_UNUSED;
}
