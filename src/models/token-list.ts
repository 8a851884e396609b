import type { Knex } from "knex";
import { findInIndex, type Matches } from "../database/list-index/list-index.js";
import { OWNER_DELETED_KEY, roleKey } from "../database/list-index/sources.js";
import { byIndex, whereAmong } from "../database/table.js";
import { searchParts, searchPatterns } from "../lib/search.js";
import type { Cursor, ListSource, RowKey, Slice } from "./list-page.js";
import { idsAfter, idsAt, type OrderedRows } from "./ordered-rows.js";
import { inOrder, reversed, type SortColumn } from "./sort-order.js";
import { roleIdsColumn } from "./public-user.js";
import { FEW, hideHolders, holdersOf } from "./user-matching.js";

/** Selects the tokens to list. */
export interface TokenScope {
  /** Roles above the viewer's rank; tokens of their holders are neither listed nor counted. */
  hiddenRoleIds: readonly string[];
  /** The account whose tokens are listed; null for all. */
  ownerId: string | null;
}

/** A personal access token with its owner. Times are milliseconds since the epoch, UTC. */
export interface TokenListRow {
  id: string;
  name: string;
  scopes: string;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
  user_id: string;
  first_name: string;
  last_name: string;
  email: string;
  role_ids: string | null;
  /** The value that the list is sorted by. */
  sort_value: string | number | null;
}

/**
 * Sort field → column. Names and owners are sorted by the form that searches use, whatever their case; owners by their
 * first 700 characters.
 */
const SORTS: Record<string, string> = {
  name: "search_key",
  owner: "owner_key",
  created_at: "created_at",
  expires_at: "expires_at",
  last_used_at: "last_used_at",
};
export const TOKEN_SORTS: readonly string[] = Object.keys(SORTS);

const TABLE = "personal_access_tokens";
const UNINDEXED = `${TABLE}_list_slot`;
const COLUMNS = ["id", "name", "scopes", "created_at", "expires_at", "last_used_at", "user_id"];
const OWNER = ["first_name", "last_name", "email"];

function orderOf(sort: string): SortColumn[] {
  const direction = sort.startsWith("-") ? "desc" : "asc";
  return [
    { name: SORTS[sort.replace(/^-/, "")]!, direction },
    { name: "id", direction },
  ];
}

/** Personal access tokens that aren't revoked, of users whom the viewer can see. Sorted by one of `TOKEN_SORTS`. */
export class TokenListQuery implements ListSource<TokenListRow> {
  private found: Promise<Matches> | null = null;

  constructor(
    private readonly knex: Knex,
    private readonly scope: TokenScope,
    private readonly search: string,
  ) {}

  async slice(sort: string, limit: number, offset: number): Promise<Slice<TokenListRow>> {
    const order = orderOf(sort);
    const total = await this.total();
    if (offset >= total) return { rows: [], total };
    const ids = await idsAt(await this.rows(order, offset), order, { limit, offset, total });
    return { rows: await this.withColumns(ids(), order), total };
  }

  async beside(sort: string, limit: number, { side, key }: Cursor): Promise<TokenListRow[]> {
    const order = orderOf(sort);
    const walked = side === "after" ? order : reversed(order);
    return this.withColumns(idsAfter(await this.rows(order), walked, key, limit), order);
  }

  async total(): Promise<number> {
    if (this.scope.ownerId === null) return (await this.find()).total;
    return Number(((await this.visible(null).count({ total: "*" }).first()) as { total: number }).total);
  }

  keyOf = (sort: string, { id, sort_value: value }: TokenListRow): RowKey => {
    const [column] = orderOf(sort);
    return { [column!.name]: value, id };
  };

  /** All tokens that match the search, by the index of the list. */
  private find(): Promise<Matches> {
    const conditions = {
      patterns: searchParts(this.search),
      every: [],
      none: [OWNER_DELETED_KEY, ...this.scope.hiddenRoleIds.map(roleKey)],
    };
    return (this.found ??= findInIndex(this.knex, "tokens", conditions, this.unindexed()));
  }

  private unindexed(): Knex.QueryBuilder {
    return this.visible(UNINDEXED).whereNull(`${TABLE}.list_slot`);
  }

  /** Few matches are looked up and sorted; many are read in the order of the list. */
  private async rows(order: SortColumn[], offset = 0): Promise<OrderedRows> {
    const isOwn = this.scope.ownerId !== null;
    const found = isOwn || searchParts(this.search).length === 0 ? null : await this.find();
    const few = found && found.total <= FEW ? await this.idsOf(found) : null;
    const index = few || isOwn ? null : `${TABLE}_revoked_at_${order[0]!.name}_id_index`;
    const areOrphaned = !isOwn && offset > 0 && (await this.hasOrphans());
    const among = (query: Knex.QueryBuilder): Knex.QueryBuilder => {
      if (few) whereAmong(query, this.knex, `${TABLE}.id`, few);
      return query;
    };
    return {
      knex: this.knex,
      table: TABLE,
      all: () => among(this.all(index)),
      visible: () => among(this.visible(index)),
      hidden: () => this.hidden(areOrphaned),
    };
  }

  private async idsOf(found: Matches): Promise<string[]> {
    const indexed = byIndex(this.knex, TABLE, UNINDEXED).whereNull(`${TABLE}.revoked_at`);
    whereAmong(indexed, this.knex, `${TABLE}.list_slot`, found.slots());
    const ids = [this.unindexed(), ...(found.indexed > 0 ? [indexed] : [])];
    return ((await Promise.all(ids.map((query) => query.pluck(`${TABLE}.id`)))) as string[][]).flat();
  }

  /** Tokens that match the search, whoever owns them. @param index null when they are looked up */
  private all(index: string | null): Knex.QueryBuilder {
    const { knex, scope } = this;
    const query =
      index === null
        ? knex(TABLE).whereRaw(`${TABLE}.revoked_at + 0 is null`)
        : byIndex(knex, TABLE, index).whereNull(`${TABLE}.revoked_at`);
    if (scope.ownerId !== null) query.where(`${TABLE}.user_id`, scope.ownerId);
    for (const pattern of searchPatterns(this.search))
      query.whereRaw(`${SEARCHED} like ? escape '!'`, [pattern]);
    return query;
  }

  private visible(index: string | null): Knex.QueryBuilder {
    const query = this.all(index).whereExists(this.owner().whereNull("owner.deleted_at"));
    hideHolders(query, this.knex, this.scope.hiddenRoleIds, `${TABLE}.user_id`);
    return query;
  }

  private hidden(areOrphaned: boolean): Knex.QueryBuilder | null {
    const { hiddenRoleIds } = this.scope;
    if (hiddenRoleIds.length === 0 && !areOrphaned) return null;
    const owners = holdersOf(this.knex, hiddenRoleIds).distinct();
    if (areOrphaned) owners.union(this.knex("users").whereNotNull("deleted_at").select("id as user_id"));
    return this.all(null).join(owners.as("owners"), "owners.user_id", `${TABLE}.user_id`);
  }

  /** Whether deleted accounts have tokens. They are revoked with the account unless that failed. */
  private async hasOrphans(): Promise<boolean> {
    const conditions = { patterns: [], every: [OWNER_DELETED_KEY], none: [] };
    const unindexed = this.all(UNINDEXED)
      .whereNull(`${TABLE}.list_slot`)
      .whereExists(this.owner().whereNotNull("owner.deleted_at"));
    return (await findInIndex(this.knex, "tokens", conditions, unindexed)).total > 0;
  }

  private owner(): Knex.QueryBuilder {
    return this.knex("users as owner").whereRaw(`owner.id = ${TABLE}.user_id`).select(this.knex.raw("1"));
  }

  /** Fetches the columns only for the rows of the page. */
  private withColumns(ids: Knex.QueryBuilder, order: SortColumn[]): Promise<TokenListRow[]> {
    const query = this.knex(ids.as("page"))
      .join(TABLE, `${TABLE}.id`, "page.id")
      .join("users", "users.id", `${TABLE}.user_id`)
      .select(COLUMNS.map((name) => `${TABLE}.${name}`))
      .select(OWNER.map((name) => `users.${name}`))
      .select(this.knex.raw(roleIdsColumn("users")), { sort_value: `${TABLE}.${order[0]!.name}` });
    return inOrder(query, order, TABLE) as unknown as Promise<TokenListRow[]>;
  }
}

/** The text of a token in the index of the list. */
const SEARCHED = `concat('\n', coalesce(${TABLE}.search_key, ''), (select search_key from users where users.id = ${TABLE}.user_id))`;
