import type { Knex } from "knex";
import { searchPatterns } from "../lib/search.js";
import { publicUserColumns, type PublicUserRow } from "./public-user.js";
import type { Cursor, ListSource, RowKey, Slice } from "./list-page.js";
import { onlyRestorable } from "./restorable.js";
import { after, inOrder, reversed, sortColumns, type SortColumn } from "./sort-order.js";
import { applyFilters, type UserFilters } from "./user-filters.js";

/** A row of the list with the ids of its roles. */
export interface UserListRow extends PublicUserRow {
  role_ids: string | null;
  deleted_at: number | null;
  last_login_at: number | null;
}

/** Columns of the list that the API's user object doesn't have. */
const MORE_COLUMNS = ["deleted_at", "last_login_at"].map((name) => `users.${name}`);

/** The sorts of the list, with a leading `-` for descending order. Ties are broken by id in the same direction. */
export const USER_SORTS = [
  "id",
  "first_name",
  "last_name",
  "full_name",
  "email",
  "status",
  "created_at",
  "updated_at",
] as const;
/** Those of the screen. */
export const USER_SCREEN_SORTS = [...USER_SORTS, "last_login_at"] as const;
const COMPOSED: Record<string, readonly string[]> = { full_name: ["first_name", "last_name"] };
const orderOf = (sort: string): SortColumn[] => sortColumns(sort, COMPOSED);

/**
 * Up to this many matches of a search are sorted after the search; of more, the first ones are found faster in the
 * requested order.
 */
const FEW = 1000;

const NOT_DELETED = "users.deleted_at is null";
/**
 * A condition that no index serves: a scan of all rows is faster in the order of the table, and ids are looked up
 * faster directly.
 */
const NOT_DELETED_BY_NO_INDEX = "users.deleted_at + 0 is null";

/** The users that an actor can see: the only query behind lists of users, on every surface. */
export class UserListQuery implements ListSource<UserListRow> {
  /** @param hiddenRoleIds roles above the viewer's rank; their holders are neither listed nor counted */
  constructor(
    private readonly knex: Knex,
    private readonly hiddenRoleIds: readonly string[],
    private readonly filters: UserFilters = {},
  ) {}

  /** @param sort one of `USER_SCREEN_SORTS` */
  async slice(sort: string, limit: number, offset: number): Promise<Slice<UserListRow>> {
    const few = this.isSearch ? await this.fewFound(sort, limit, offset) : null;
    if (few) return few;
    const order = orderOf(sort);
    const ids = inOrder(this.visible().select("users.id"), order, "users").limit(limit).offset(offset);
    const [rows, total] = await Promise.all([this.withColumns(ids, order), this.total()]);
    return { rows, total };
  }

  /** Hidden users are counted separately: they are few, and all others can then be counted in an index. */
  async total(): Promise<number> {
    const [all, hidden] = await Promise.all([
      countOf(this.matching(this.isSearch ? NOT_DELETED_BY_NO_INDEX : NOT_DELETED)),
      this.hiddenRoleIds.length === 0
        ? 0
        : countOf(this.matching(NOT_DELETED_BY_NO_INDEX).whereIn("users.id", this.holders())),
    ]);
    return all - hidden;
  }

  /** The rows after this one, or the first ones, for reading all rows in parts. */
  async following(sort: string, last: UserListRow | null, limit: number): Promise<UserListRow[]> {
    if (last) return this.beside(sort, limit, { side: "after", key: this.keyOf(sort, last) });
    const order = orderOf(sort);
    return this.withColumns(inOrder(this.visible().select("users.id"), order, "users").limit(limit), order);
  }

  async beside(sort: string, limit: number, { side, key }: Cursor): Promise<UserListRow[]> {
    const order = orderOf(sort);
    const walked = side === "after" ? order : reversed(order);
    const ids = inOrder(this.visible().select("users.id"), walked, "users").limit(limit);
    after(ids, walked, key, "users");
    return this.withColumns(ids, order);
  }

  keyOf = (sort: string, row: UserListRow): RowKey =>
    Object.fromEntries(orderOf(sort).map(({ name }) => [name, (row as unknown as RowKey)[name]!]));

  /** One account, if the viewer can see it. */
  async find(id: string): Promise<UserListRow | undefined> {
    return (await this.among([id]))[0];
  }

  /** Those of the accounts that the viewer can see. */
  async among(ids: readonly string[]): Promise<UserListRow[]> {
    const rows = (await this.matching()
      .whereIn("users.id", ids)
      .select(this.knex.raw(publicUserColumns("users")), ...MORE_COLUMNS)) as UserListRow[];
    // by the rows' own roles, because the hidden holders may be many more than the accounts
    return rows.filter(({ role_ids }) => !role_ids?.split(",").some((id) => this.hiddenRoleIds.includes(id)));
  }

  private get isSearch(): boolean {
    return searchPatterns(this.filters.search).length > 0;
  }

  /** Finds and counts in one pass; null when there are too many matches. */
  private async fewFound(sort: string, limit: number, offset: number) {
    const order = orderOf(sort);
    const columns = order.map(({ name }) => `users.${name}`);
    const found = this.visible(NOT_DELETED_BY_NO_INDEX)
      .select([...new Set(["users.id", ...columns])])
      .limit(FEW + 1)
      .as("found");
    const ids = inOrder(
      this.knex(found).select("found.id", this.knex.raw("count(*) over () as total")),
      order,
      "found",
    )
      .limit(limit)
      .offset(offset);
    const rows = (await this.withColumns(ids, order, "page.total")) as (UserListRow & { total: number })[];
    if (rows.length === 0) return offset === 0 ? { rows, total: 0 } : null;
    return rows[0]!.total > FEW ? null : { rows, total: rows[0]!.total };
  }

  /** Fetches the columns only for the rows of the page. */
  private withColumns(
    ids: Knex.QueryBuilder,
    order: SortColumn[],
    ...more: string[]
  ): Promise<UserListRow[]> {
    const query = this.knex(ids.as("page"))
      .join("users", "users.id", "page.id")
      .select(this.knex.raw(publicUserColumns("users")), ...MORE_COLUMNS, ...more);
    return inOrder(query, order, "users") as unknown as Promise<UserListRow[]>;
  }

  private visible(condition = NOT_DELETED): Knex.QueryBuilder {
    const query = this.matching(condition);
    hideHolders(query, this.knex, this.hiddenRoleIds);
    return query;
  }

  private holders(): Knex.QueryBuilder {
    return holdersOf(this.knex, this.hiddenRoleIds);
  }

  /** The users that match the filters, whatever their rank. */
  private matching(condition = NOT_DELETED): Knex.QueryBuilder {
    const users = this.knex("users");
    const query = this.filters.deleted === "only" ? onlyRestorable(users) : users.whereRaw(condition);
    applyFilters(query, this.knex, this.filters);
    return query;
  }
}

/** Excludes holders of these roles. This is the only rule of rank for lists of users and of what they own. */
export function hideHolders(query: Knex.QueryBuilder, knex: Knex, roleIds: readonly string[]): void {
  if (roleIds.length > 0) query.whereNotIn("users.id", holdersOf(knex, roleIds));
}

/** The ids of the holders of these roles, for `not in`, which looks them up once. */
export const holdersOf = (knex: Knex, roleIds: readonly string[]): Knex.QueryBuilder =>
  knex("role_user").whereIn("role_id", roleIds).select("user_id");

async function countOf(query: Knex.QueryBuilder): Promise<number> {
  return ((await query.count({ total: "*" }).first()) as { total: number }).total;
}
