import type { Knex } from "knex";
import type { Matches } from "../../database/list-index/list-index.js";
import { publicUserColumns, type PublicUserRow } from "../public-user.js";
import type { ListSource, RowKey, Slice } from "./list-page.js";
import { whereInList } from "../../database/table.js";
import { idsAt, placeAt, type OrderedRows } from "./ordered-rows.js";
import { placeAmong, selectAt, type Place } from "./place.js";
import { inOrder, type SortColumn } from "./sort-order.js";
import { CandidateList } from "./candidate-list.js";
import { candidatesAt, FEW, idsOf, type Candidates, type PageStart } from "./candidates.js";
import { UserMatching } from "./user-matching.js";
import type { UserFilters } from "./user-filters.js";
import { orderOf } from "./user-sorts.js";

/** A row of the list with the ids of its roles. */
export interface UserListRow extends PublicUserRow {
  role_ids: string | null;
  deleted_at: number | null;
  last_login_at: number | null;
}

/** Columns of the list that the API's user object doesn't have. */
const MORE_COLUMNS = ["deleted_at", "last_login_at"].map((name) => `users.${name}`);

/** The users that an actor can see: the only query behind lists of users, on every surface. */
export class UserListQuery extends CandidateList<UserListRow> implements ListSource<UserListRow> {
  private readonly users: UserMatching;
  /** The matches of this request, which reads them for its rows and for the total. */
  private found: Promise<Matches | null> | null = null;

  /**
   * @param hiddenRoleIds roles above the viewer's rank; their holders are neither listed nor counted
   * @param few the most rows that are looked up
   */
  constructor(
    private readonly knex: Knex,
    private readonly hiddenRoleIds: readonly string[],
    filters: UserFilters = {},
    private readonly few = FEW,
  ) {
    super();
    this.users = new UserMatching(knex, hiddenRoleIds, filters);
  }

  /** @param sort one of `USER_SCREEN_SORTS` */
  async slice(sort: string, limit: number, offset: number): Promise<Slice<UserListRow>> {
    const order = orderOf(sort);
    const total = await this.total();
    if (offset >= total) return { rows: [], total };
    const found = await this.candidates(order, { limit, offset });
    if (found)
      return { rows: await this.rowsAt(placeAmong(found, order, limit, offset), order, found), total };
    const place = await placeAt(this.rows(order), order, { limit, offset, total });
    return { rows: await this.rowsAt(place, order), total };
  }

  async total(): Promise<number> {
    const found = await this.findMatches();
    return found && this.users.isIndexed ? found.total : this.countRows(found);
  }

  /** The rows after this one, or the first ones, for reading all rows in parts. */
  async following(sort: string, last: UserListRow | null, limit: number): Promise<UserListRow[]> {
    this.found = null;
    const order = orderOf(sort);
    const key = last && this.keyOf(sort, last);
    return this.rowsAt({ order, key, offset: 0, limit, end: limit }, order, await this.candidates(order));
  }

  keyOf = (sort: string, row: UserListRow): RowKey =>
    Object.fromEntries(orderOf(sort).map(({ name }) => [name, (row as unknown as RowKey)[name]!]));

  protected orderOf = orderOf;

  /** One account, if the viewer can see it. */
  async find(id: string): Promise<UserListRow | undefined> {
    return (await this.among([id]))[0];
  }

  /** Those of the accounts that the viewer can see. */
  async among(ids: readonly string[]): Promise<UserListRow[]> {
    const rows = (await this.users
      .all(null)
      .whereIn("users.id", ids)
      .select(this.knex.raw(publicUserColumns("users")), ...MORE_COLUMNS)) as UserListRow[];
    // by the rows' own roles, because the hidden holders may be many more than the accounts
    return rows.filter(({ role_ids }) => !role_ids?.split(",").some((id) => this.hiddenRoleIds.includes(id)));
  }

  /** The candidates by the index; null without a filter that it knows. */
  private findMatches(): Promise<Matches | null> {
    return (this.found ??= this.users.find());
  }

  /** @param start without it, only all matches are candidates */
  protected async candidates(order: SortColumn[], start?: PageStart): Promise<Candidates | null> {
    const { users, few } = this;
    const found = users.isFiltered ? await this.findMatches() : null;
    if (!found) return null;
    if (found.total <= few) return { ids: await idsOf(users.rows, found.slots()), skipped: 0 };
    return start && users.isIndexed ? candidatesAt(found, users.rows, order, start, few) : null;
  }

  private rows(order: SortColumn[], candidates: Candidates | null = null): OrderedRows {
    const { knex, users } = this;
    const index = candidates ? null : users.indexOf(order.map(({ name }) => name));
    const among = (query: Knex.QueryBuilder): Knex.QueryBuilder => {
      if (candidates) whereInList(query, knex, "users.id", candidates.ids);
      return query;
    };
    return {
      knex,
      table: "users",
      all: () => among(users.all(index)),
      visible: () => among(users.visible(index)),
      hidden: () => users.hidden(),
    };
  }

  /** Hidden users are counted separately: they are few, and all others can then be counted in an index. */
  private async countRows(found: Matches | null): Promise<number> {
    const { knex, users } = this;
    if (found && found.total <= this.few) {
      const few = users.visible(null);
      whereInList(few, knex, "users.id", await idsOf(users.rows, found.slots()));
      return countOf(few);
    }
    const hidden = users.hidden();
    const [hiddenCount, ...counts] = await Promise.all([
      hidden ? countOf(hidden) : 0,
      ...users.countable().map(countOf),
    ]);
    return counts.reduce((sum, count) => sum + count, 0) - hiddenCount;
  }

  protected async rowsAt(
    place: Place,
    order: SortColumn[],
    candidates: Candidates | null = null,
  ): Promise<UserListRow[]> {
    const { knex, users } = this;
    if (users.isFiltered)
      return (await this.withColumns(idsAt(this.rows(order, candidates), place), order)) as UserListRow[];
    const index = users.indexOf(order.map(({ name }) => name));
    const isFirst = place.key === null && place.offset === 0 && place.order === order;
    const shape = isFirst ? "first users" : `users ${order[0]!.direction}`;
    return selectAt(knex, shape, this.hiddenRoleIds, place, (hidden, at) => {
      const visible = () => new UserMatching(knex, hidden, {}).visible(index);
      if (isFirst) return inOrder(visible().select(this.columns), order, "users").limit(at.limit);
      return this.withColumns(idsAt({ knex, table: "users", visible }, at), order);
    });
  }

  /** Fetches the columns only for the rows of the page, so that the rows before it are skipped in the index. */
  private withColumns(ids: Knex.QueryBuilder, order: SortColumn[]): Knex.QueryBuilder {
    const query = this.knex(ids.as("page")).join("users", "users.id", "page.id").select(this.columns);
    return inOrder(query, order, "users");
  }

  private get columns() {
    return [this.knex.raw(publicUserColumns("users")), ...MORE_COLUMNS];
  }
}

async function countOf(query: Knex.QueryBuilder): Promise<number> {
  return Number(((await query.count({ total: "*" }).first()) as { total: number }).total);
}
