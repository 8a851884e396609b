import { pageOf, type ListPage, type PageRequest } from "../../models/list-page.js";
import type { Knex } from "knex";
import { now } from "../../lib/clock.js";
import { DEFAULT_LOCALE, type Locale } from "../../texts/translate.js";
import { searchText, searchWords } from "../../lib/search.js";
import type { RoleHolder } from "../access/actor.js";
import { hiddenRoleIds } from "../access/visible-users.js";
import { OAuthClient } from "../../models/oauth-client.js";

export const CLIENT_SORTS = ["name", "created_at", "updated_at"] as const;
type Column = (typeof CLIENT_SORTS)[number];
export interface ClientListRequest extends PageRequest {
  search: string;
  /** The language whose alphabet sorts the names. */
  locale?: Locale;
}

export interface ListedClient {
  client: OAuthClient;
  activeTokens: number;
}

type Key = Pick<OAuthClient, "id" | "name" | "created_at" | "updated_at">;

/**
 * Lists the clients that weren't deleted, without those whose role is above the actor's rank. They are few, so names are searched and sorted in memory: neither database
 * folds case or sorts by every alphabet.
 */
export async function listClients(
  knex: Knex,
  actor: RoleHolder,
  request: ClientListRequest,
): Promise<ListPage<ListedClient>> {
  const { search, sort, locale = DEFAULT_LOCALE } = request;
  const words = searchWords(search);
  const keys: Key[] = await OAuthClient.query(knex)
    .whereNull("revoked_at")
    .where((visible) => visible.whereNull("role_id").orWhereNotIn("role_id", hiddenRoleIds(actor)))
    .select("id", "name", "created_at", "updated_at");
  const found = keys.filter((key) => matches(key, words)).sort(orderOf(sort, locale));
  const page = await pageOf(request, found, ({ id }) => id);
  const ids = page.items.map(({ id }) => id);
  return { ...page, items: await withTokens(knex, ids) };
}

function matches({ name, id }: Key, words: readonly string[]): boolean {
  const text = searchText(`${name} ${id}`);
  return words.every((word) => text.includes(word));
}

function orderOf(sort: string, locale: Locale): (left: Key, right: Key) => number {
  const column = sort.replace(/^-/, "") as Column;
  const direction = sort.startsWith("-") ? -1 : 1;
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const byColumn = (left: Key, right: Key): number =>
    column === "name" ? compare(left.name, right.name) : left[column] - right[column];
  return (left, right) => direction * (byColumn(left, right) || (left.id < right.id ? -1 : 1));
}

async function withTokens(knex: Knex, ids: readonly string[]): Promise<ListedClient[]> {
  const clients = await OAuthClient.query(knex).findByIds([...ids]);
  const counts = await countActiveTokens(knex, ids);
  return ids.flatMap((id) => {
    const client = clients.find((one) => one.id === id);
    return client ? [{ client, activeTokens: counts.get(id) ?? 0 }] : [];
  });
}

/** Client → number of its active access and refresh tokens. */
export async function countActiveTokens(
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
export async function lastUsesOf(
  knex: Knex,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = (await knex("oauth_access_tokens")
    .whereIn("client_id", [...clientIds])
    .whereNotNull("last_used_at")
    .groupBy("client_id")
    .select("client_id")
    .max({ last: "last_used_at" })) as { client_id: string; last: number }[];
  return new Map(rows.map(({ client_id, last }) => [client_id, Number(last)]));
}
