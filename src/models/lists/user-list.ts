import type { Knex } from "knex";
import { publicUserColumns, type PublicUserRow } from "../public-user.js";
import type { RowKey } from "./list-page.js";
import { type ListOptions, OrderedList } from "./ordered-list.js";
import { inOrder, type SortColumn, sortColumns } from "./sort-order.js";
import type { UserFilters } from "./user-filters.js";
import { UserMatching } from "./user-matching.js";

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

/** The columns of a sort. */
const orderOf = (sort: string): SortColumn[] => sortColumns(sort, COMPOSED);

/** A row of the list with the ids of its roles. */
export interface UserListRow extends PublicUserRow {
  role_ids: string | null;
  deleted_at: number | null;
  last_login_at: number | null;
}

/** Columns of the list that the API's user object doesn't have. */
const MORE_COLUMNS = ["deleted_at", "last_login_at"].map((name) => `users.${name}`);

/** The users that an actor can see: the only query behind lists of users, on every surface. Sorted by `USER_SCREEN_SORTS`. */
export class UserListQuery extends OrderedList<UserListRow> {
  private readonly users: UserMatching;

  /** @param hiddenRoleIds roles above the viewer's rank; their holders are neither listed nor counted */
  constructor(
    knex: Knex,
    private readonly hiddenRoleIds: readonly string[],
    filters: UserFilters = {},
    options: ListOptions = {},
  ) {
    const users = new UserMatching(knex, hiddenRoleIds, filters, options.few);
    super(knex, "users", users, options);
    this.users = users;
  }

  /** One account, if the viewer can see it. */
  async find(id: string): Promise<UserListRow | undefined> {
    return (await this.among([id]))[0];
  }

  /** Those of the accounts that the viewer can see. */
  async among(ids: readonly string[]): Promise<UserListRow[]> {
    const rows = (await this.users.lookedUp().whereIn("users.id", ids).select(this.columns)) as UserListRow[];
    // by the rows' own roles, because the hidden holders may be many more than the accounts
    return rows.filter(({ role_ids }) => !role_ids?.split(",").some((id) => this.hiddenRoleIds.includes(id)));
  }

  keyOf = (sort: string, row: UserListRow): RowKey =>
    Object.fromEntries(orderOf(sort).map(({ name }) => [name, (row as unknown as RowKey)[name]!]));

  protected orderOf = orderOf;

  protected withColumns(page: Knex.QueryBuilder, order: SortColumn[]): PromiseLike<UserListRow[]> {
    const rows = page.join("users", "users.id", "page.id").select(this.columns);
    return inOrder(rows, order, "users") as PromiseLike<UserListRow[]>;
  }

  private get columns() {
    return [this.knex.raw(publicUserColumns("users")), ...MORE_COLUMNS];
  }
}
