import { pageOf, type ListPage, type PageRequest } from "../../models/list-page.js";
import type { Knex } from "knex";
import { now } from "../../lib/clock.js";
import { DEFAULT_LOCALE, type Locale } from "../../texts/translate.js";
import { searchText, searchWords } from "../../lib/search.js";
import { OAuthClient } from "../../models/oauth-client.js";

export const CLIENT_SORTS = ["name", "created_at", "updated_at"] as const;
type Column = (typeof CLIENT_SORTS)[number];
export interface ClientListRequest extends PageRequest {
  search: string;
  /** Whose alphabet names are sorted by. */
  locale?: Locale;
}

export interface ListedClient {
  client: OAuthClient;
  livingTokens: number;
}

type Key = Pick<OAuthClient, "id" | "name" | "created_at" | "updated_at">;

/**
 * The clients that were not deleted. They are made by hand and few, so their names are searched and sorted here:
 * neither database knows upper and lower case, or the order, of every alphabet.
 */
export async function listClients(knex: Knex, request: ClientListRequest): Promise<ListPage<ListedClient>> {
  const { search, sort, locale = DEFAULT_LOCALE } = request;
  const words = searchWords(search);
  const keys: Key[] = await OAuthClient.query(knex)
    .whereNull("revoked_at")
    .select("id", "name", "created_at", "updated_at");
  const found = keys.filter((key) => matches(key, words)).sort(orderOf(sort, locale));
  const page = await pageOf(request, found);
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
  const counts = await livingTokensOf(knex, ids);
  return ids.flatMap((id) => {
    const client = clients.find((one) => one.id === id);
    return client ? [{ client, livingTokens: counts.get(id) ?? 0 }] : [];
  });
}

/** Client → how many access and refresh tokens of it open something. */
export async function livingTokensOf(
  knex: Knex,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const access = living(knex, "oauth_access_tokens", clientIds);
  const refresh = living(knex, "oauth_refresh_tokens", clientIds)
    .whereNull("rotated_at")
    .where("family_expires_at", ">", now());
  const rows = (await Promise.all([access, refresh])).flat() as { client_id: string; count: number }[];
  const counts = new Map<string, number>();
  for (const { client_id, count } of rows)
    counts.set(client_id, (counts.get(client_id) ?? 0) + Number(count));
  return counts;
}

const living = (knex: Knex, table: string, clientIds: readonly string[]) =>
  knex(table)
    .whereIn("client_id", [...clientIds])
    .whereNull("revoked_at")
    .where("expires_at", ">", now())
    .groupBy("client_id")
    .select("client_id")
    .count({ count: "*" });

/** When a token of the client was last presented, as far as its tokens are still kept. Milliseconds since the epoch. */
export async function lastUseOf(knex: Knex, clientId: string): Promise<number | null> {
  const row = (await knex("oauth_access_tokens")
    .where({ client_id: clientId })
    .max({ last: "last_used_at" })
    .first()) as { last: number | null };
  return row.last;
}
