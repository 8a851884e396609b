import type { Knex } from "knex";
import { searchPatterns } from "../lib/search.js";
import type { Cursor, ListSource, RowKey, Slice } from "./list-page.js";
import { after, inOrder, reversed, type SortColumn } from "./sort-order.js";
import { roleIdsColumn } from "./public-user.js";
import { hideHolders } from "./user-list.js";

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

/** Sort field → column. Names are sorted by the form that searches use, whatever their case. */
const SORTS: Record<string, string> = {
  name: "tokens.search_key",
  owner: "users.search_key",
  created_at: "tokens.created_at",
  expires_at: "tokens.expires_at",
  last_used_at: "tokens.last_used_at",
};
export const TOKEN_SORTS: readonly string[] = Object.keys(SORTS);

const COLUMNS = ["id", "name", "scopes", "created_at", "expires_at", "last_used_at", "user_id"];
const OWNER = ["first_name", "last_name", "email"];

function orderOf(sort: string): [SortColumn, SortColumn] {
  const direction = sort.startsWith("-") ? "desc" : "asc";
  return [
    { name: SORTS[sort.replace(/^-/, "")]!, direction },
    { name: "tokens.id", direction },
  ];
}

/** Personal access tokens that aren't revoked, of users whom the viewer can see. Sorted by one of `TOKEN_SORTS`. */
export class TokenListQuery implements ListSource<TokenListRow> {
  constructor(
    private readonly knex: Knex,
    private readonly scope: TokenScope,
    private readonly search: string,
  ) {}

  async slice(sort: string, limit: number, offset: number): Promise<Slice<TokenListRow>> {
    const [rows, total] = await Promise.all([
      this.rows(sort, orderOf(sort)).limit(limit).offset(offset) as unknown as Promise<TokenListRow[]>,
      this.total(),
    ]);
    return { rows, total };
  }

  async beside(sort: string, limit: number, { side, key }: Cursor): Promise<TokenListRow[]> {
    const order = side === "after" ? orderOf(sort) : reversed(orderOf(sort));
    const query = this.rows(sort, order).limit(limit);
    after(query, order, key);
    const rows = (await query) as TokenListRow[];
    return side === "after" ? rows : rows.reverse();
  }

  async total(): Promise<number> {
    return ((await this.matching().count({ total: "*" }).first()) as { total: number }).total;
  }

  keyOf = (sort: string, { id, sort_value: value }: TokenListRow): RowKey => {
    const [column] = orderOf(sort);
    return { [column.name]: value, "tokens.id": id };
  };

  private rows(sort: string, order: readonly SortColumn[]): Knex.QueryBuilder {
    const [column] = orderOf(sort);
    const query = this.matching()
      .select(COLUMNS.map((name) => `tokens.${name}`))
      .select(OWNER.map((name) => `users.${name}`))
      .select(this.knex.raw(roleIdsColumn("users")), { sort_value: column.name });
    return inOrder(query, order);
  }

  private matching(): Knex.QueryBuilder {
    const query = this.knex("personal_access_tokens as tokens")
      .join("users", "users.id", "tokens.user_id")
      .whereNull("tokens.revoked_at")
      .whereNull("users.deleted_at");
    hideHolders(query, this.knex, this.scope.hiddenRoleIds);
    if (this.scope.ownerId !== null) query.where("tokens.user_id", this.scope.ownerId);
    for (const pattern of searchPatterns(this.search))
      query.whereRaw("(tokens.search_key like ? escape '!' or users.search_key like ? escape '!')", [
        pattern,
        pattern,
      ]);
    return query;
  }
}
