import { pageOf, type ListPage, type PageRequest } from "../../../models/lists/list-page.js";
import type { Knex } from "knex";
import { now } from "../../../lib/clock.js";
import { DEFAULT_LOCALE, type Locale } from "../../../texts/translate.js";
import { searchText, searchWords } from "../../../lib/text/search.js";
import type { RoleHolder } from "../../access/actor.js";
import { hiddenRoleIds } from "../../access/visible-users.js";
import type { Activity } from "../../audit/activities.js";
import type { ReadCall } from "../../context.js";
import type { Services } from "../../services.js";
import { OAuthClient } from "../../../models/oauth-client.js";

export const CLIENT_SORTS = ["name", "created_at", "updated_at"] as const;
type Column = (typeof CLIENT_SORTS)[number];
export interface ClientListRequest extends PageRequest {
  search: string;
  /** The language whose alphabet sorts the names. */
  locale?: Locale;
}

/** How a client is used. */
export interface ClientUse {
  activeTokens: number;
  /** Milliseconds since the epoch; null if none of its tokens was, as far as they are still stored. */
  lastUsedAt: number | null;
}

export interface ListedClient extends ClientUse {
  client: OAuthClient;
}

type Key = Pick<OAuthClient, "id" | "name" | "created_at" | "updated_at">;

/**
 * Lists the clients that weren't deleted, without those whose role is above the actor's rank. They are few, so names are searched and sorted in memory: neither database
 * folds case or sorts by every alphabet.
 */
export const listClients = (
  { services, actor, signal }: ReadCall<RoleHolder>,
  request: ClientListRequest,
): Promise<ListPage<ListedClient>> =>
  services.reads.run((knex) => readClients(knex, actor, request), { signal });

async function readClients(
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
  return { ...page, items: await withUses(knex, ids) };
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

async function withUses(knex: Knex, ids: readonly string[]): Promise<ListedClient[]> {
  const clients = await OAuthClient.query(knex).findByIds([...ids]);
  const useOf = await usesOf(knex, ids);
  return ids.flatMap((id) => {
    const client = clients.find((one) => one.id === id);
    return client ? [{ client, ...useOf(id) }] : [];
  });
}

export const readClientUse = ({ reads }: Pick<Services, "reads">, id: string): Promise<ClientUse> =>
  reads.run(async (knex) => (await usesOf(knex, [id]))(id));

/** What events about the client have beside its row. The transaction has made the change. */
export async function useForEvents(trx: Knex, id: string): Promise<NonNullable<Activity["forEvents"]>> {
  return { data: (await usesOf(trx, [id]))(id) };
}

async function usesOf(knex: Knex, ids: readonly string[]): Promise<(id: string) => ClientUse> {
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
