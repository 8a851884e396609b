import type { Knex } from "knex";
import { roleIdsColumn } from "../public-user.js";
import type { RowKey } from "./list-page.js";
import { OrderedList, type ListOptions } from "./ordered-list.js";
import { inOrder, type SortColumn } from "./sort-order.js";
import { TokenMatching, type TokenScope } from "./token-matching.js";

export type { TokenScope };

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
export class TokenListQuery extends OrderedList<TokenListRow> {
  constructor(knex: Knex, scope: TokenScope, search: string, options: ListOptions = {}) {
    super(knex, TABLE, new TokenMatching(knex, scope, search, options.few), options);
  }

  keyOf = (sort: string, { id, sort_value: value }: TokenListRow): RowKey => {
    const [column] = orderOf(sort);
    return { [column!.name]: value, id };
  };

  protected orderOf = orderOf;

  protected withColumns(page: Knex.QueryBuilder, order: SortColumn[]): PromiseLike<TokenListRow[]> {
    const rows = page
      .join(TABLE, `${TABLE}.id`, "page.id")
      .join("users", "users.id", `${TABLE}.user_id`)
      .select(COLUMNS.map((name) => `${TABLE}.${name}`))
      .select(OWNER.map((name) => `users.${name}`))
      .select(this.knex.raw(roleIdsColumn("users")), { sort_value: `${TABLE}.${order[0]!.name}` });
    return inOrder(rows, order, TABLE) as PromiseLike<TokenListRow[]>;
  }
}
