import type { Knex } from "knex";
import { now } from "../lib/clock.js";

/** How a client is used. */
export interface ClientUse {
  activeTokens: number;
  /** Milliseconds since the epoch; null if none of its tokens was, as far as they are still stored. */
  lastUsedAt: number | null;
}

/** How each of these clients is used. */
export async function usesOf(knex: Knex, ids: readonly string[]): Promise<(id: string) => ClientUse> {
  const counts = await countActiveTokens(knex, ids);
  const uses = await lastUsesOf(knex, ids);
  return (id) => ({ activeTokens: counts.get(id) ?? 0, lastUsedAt: uses.get(id) ?? null });
}

/** Client → number of its active access and refresh tokens. */
async function countActiveTokens(
  knex: Knex,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const access = activeTokensIn(knex, "oauth_access_tokens", clientIds);
  const refresh = activeTokensIn(knex, "oauth_refresh_tokens", clientIds)
    .whereNull("rotated_at")
    .where("family_expires_at", ">", now());
  const rows = (await Promise.all([access, refresh])).flat() as { client_id: string; count: number }[];
  const counts = new Map<string, number>();
  for (const { client_id, count } of rows)
    counts.set(client_id, (counts.get(client_id) ?? 0) + Number(count));
  return counts;
}

const activeTokensIn = (knex: Knex, table: string, clientIds: readonly string[]) =>
  knex(table)
    .whereIn("client_id", [...clientIds])
    .whereNull("revoked_at")
    .where("expires_at", ">", now())
    .groupBy("client_id")
    .select("client_id")
    .count({ count: "*" });

/** Client → when one of its tokens was last used, as far as its tokens are still stored. Milliseconds since the epoch. */
async function lastUsesOf(knex: Knex, clientIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = (await knex("oauth_access_tokens")
    .whereIn("client_id", [...clientIds])
    .whereNotNull("last_used_at")
    .groupBy("client_id")
    .select("client_id")
    .max({ last: "last_used_at" })) as { client_id: string; last: number }[];
  return new Map(rows.map(({ client_id, last }) => [client_id, Number(last)]));
}
