import { pageOf, type ListPage, type PageRequest } from "../../../models/lists/list-page.js";
import type { Knex } from "knex";
import type { QueryBuilder } from "objection";
import { DEFAULT_LOCALE, type Locale } from "../../../texts/translate.js";
import { searchText, searchWords } from "../../../lib/text/search.js";
import type { RoleHolder } from "../../access/actor.js";
import { hiddenRoleIds } from "../../access/visible-users.js";
import type { ReadCall } from "../../context.js";
import type { Services } from "../../services.js";
import { organisationNames, type OrganisationName } from "../../../models/organisations/organisation-list.js";
import { usesOf, type ClientUse } from "../../../models/client-use.js";
import { OAuthClient } from "../../../models/oauth-client.js";

export const CLIENT_SORTS = ["name", "created_at", "updated_at"] as const;
type Column = (typeof CLIENT_SORTS)[number];
export interface ClientListRequest extends PageRequest {
  search: string;
  /** The language whose alphabet sorts the names. */
  locale?: Locale;
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
  services.reads.run(
    (knex) => {
      const clients = OAuthClient.query(knex)
        .whereNull("revoked_at")
        .where((visible) => visible.whereNull("role_id").orWhereNotIn("role_id", hiddenRoleIds(actor)));
      return readClients(knex, clients, request);
    },
    { signal },
  );

/** A page of these clients. */
export async function readClients(
  knex: Knex,
  clients: QueryBuilder<OAuthClient, OAuthClient[]>,
  request: ClientListRequest,
): Promise<ListPage<ListedClient>> {
  const { search, sort, locale = DEFAULT_LOCALE } = request;
  const words = searchWords(search);
  const keys: Key[] = await clients.select("id", "name", "created_at", "updated_at");
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

/** The organisations that these clients belong to, by id. */
export const readClientOwners = (
  { reads }: Pick<Services, "reads">,
  clients: readonly Pick<OAuthClient, "organisation_id">[],
): Promise<ReadonlyMap<string | null, OrganisationName>> =>
  reads.run((knex) =>
    organisationNames(
      knex,
      clients.flatMap(({ organisation_id: id }) => id ?? []),
    ),
  );

export const readClientUse = ({ reads }: Pick<Services, "reads">, id: string): Promise<ClientUse> =>
  reads.run(async (knex) => (await usesOf(knex, [id]))(id));
