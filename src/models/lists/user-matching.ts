import type { Knex } from "knex";
import { findInIndex, type Matches, type OutsideRows } from "../../database/list-index/list-index.js";
import {
  changedRows,
  listStateIndex,
  roleKey,
  statusKey,
  TWO_FACTOR_KEY,
} from "../../database/list-index/sources.js";
import { withIndexHint, primaryKey, whereInList } from "../../database/table.js";
import { DAY } from "../../lib/clock.js";
import { searchParts } from "../../lib/text/search.js";
import { FEW, idsOf, type IndexedRows } from "./candidates.js";
import { onlyRestorable } from "../restorable.js";
import { applyFilters, isAboutSignIns, type UserFilters } from "./user-filters.js";

const BY_LAST_SIGN_IN = "users_deleted_at_last_login_at_id_index";
const BY_EMAIL = "users_deleted_at_email_id_index";

/** The users that match filters and that a viewer can see, as queries without an order. */
export class UserMatching {
  /** @param hiddenRoleIds roles above the viewer's rank; their holders are neither listed nor counted */
  constructor(
    readonly knex: Knex,
    readonly hiddenRoleIds: readonly string[],
    private readonly filters: UserFilters,
  ) {}

  /**
   * The users that match the filters, whatever their rank.
   * @param index of the order in which they are read; null when they are looked up by id
   */
  all(index: string | null): Knex.QueryBuilder {
    const { knex, filters } = this;
    if (filters.deleted) return this.narrowed(knex("users"));
    return this.narrowed(withIndexHint(knex, "users", index ?? primaryKey(knex, "users")));
  }

  private narrowed(users: Knex.QueryBuilder): Knex.QueryBuilder {
    const { knex, filters } = this;
    if (filters.deleted) onlyRestorable(users);
    else users.whereNull("users.deleted_at");
    applyFilters(users, knex, filters);
    return users;
  }

  visible(index: string | null): Knex.QueryBuilder {
    const query = this.all(index);
    hideHolders(query, this.knex, this.hiddenRoleIds);
    return query;
  }

  hidden(): Knex.QueryBuilder | null {
    if (this.hiddenRoleIds.length === 0) return null;
    return this.all(null).whereIn("users.id", holdersOf(this.knex, this.hiddenRoleIds));
  }

  /** The index with the order of the sort columns, or that of a single account. */
  indexOf(columns: readonly string[]): string | null {
    const { id, email, status } = this.filters;
    if (id !== undefined) return null;
    if (email !== undefined) return BY_EMAIL;
    const isByStatus = status !== undefined && columns[0] === "created_at";
    return `users_${["deleted_at", ...(isByStatus ? ["status"] : []), ...columns].join("_")}_index`;
  }

  /** Queries whose counts add up to all users that match the filters, whatever their rank. */
  countable(): Knex.QueryBuilder[] {
    const { knex, filters } = this;
    const { notSignedInSince, ...others } = filters;
    if (!this.isOfTheList) return [this.all(this.indexOf([]))];
    if (notSignedInSince === undefined) return [this.all(BY_LAST_SIGN_IN)];
    // each is one range of the index
    const never = new UserMatching(knex, [], { ...others, neverSignedIn: true }).all(BY_LAST_SIGN_IN);
    const before = new UserMatching(knex, [], others).all(BY_LAST_SIGN_IN);
    return [never, before.where("users.last_login_at", "<", notSignedInSince)];
  }

  get rows(): IndexedRows {
    const { knex } = this;
    return {
      knex,
      table: "users",
      outside: () => this.outside(),
      withSlots: (slots) => this.withSlots(slots),
    };
  }

  private withSlots(slots: readonly number[]): Knex.QueryBuilder {
    const { knex } = this;
    const query = withIndexHint(knex, "users", listStateIndex("users")).whereNull("users.list_state");
    whereInList(query, knex, "users.list_slot", slots);
    return query;
  }

  /** The matching users that the index doesn't have as they are now. */
  private outside(): Knex.QueryBuilder {
    const query = this.narrowed(changedRows(this.knex, "users"));
    hideHolders(query, this.knex, this.hiddenRoleIds);
    return query;
  }

  private outsideRows(): OutsideRows {
    const { knex, hiddenRoleIds } = this;
    if (this.isFiltered) return { shape: null, values: [], build: () => this.outside() };
    return {
      shape: `${hiddenRoleIds.length} hidden roles`,
      values: hiddenRoleIds,
      build: (roleIds) => new UserMatching(knex, roleIds as string[], {}).outside(),
    };
  }

  /** The candidates by the filters that the index knows; null when it doesn't have them all. */
  async find(): Promise<Matches | null> {
    const { deleted, id, email, search, status, role, twoFactor, createdFrom, createdTo } = this.filters;
    if (deleted === "only" || id !== undefined || email !== undefined) return null;
    const every = [];
    if (status !== undefined) every.push(statusKey(status));
    if (role !== undefined) every.push(roleKey((await this.roleNamed(role)) ?? ""));
    if (twoFactor === true) every.push(TWO_FACTOR_KEY);
    const none = this.hiddenRoleIds.map(roleKey);
    if (twoFactor === false) none.push(TWO_FACTOR_KEY);
    const createdBefore = createdTo === undefined ? undefined : createdTo + DAY;
    const conditions = { patterns: searchParts(search), every, none, createdFrom, createdBefore };
    return findInIndex(this.knex, "users", conditions, this.outsideRows());
  }

  /** Whether the index has everything that the filters need. */
  get isIndexed(): boolean {
    return this.isOfTheList && !isAboutSignIns(this.filters);
  }

  /** Whether anything is left out except hidden users. */
  get isFiltered(): boolean {
    const { search, ...others } = this.filters;
    return searchParts(search).length > 0 || Object.values(others).some((value) => value !== undefined);
  }

  private get isOfTheList(): boolean {
    const { deleted, id, email } = this.filters;
    return deleted === undefined && id === undefined && email === undefined;
  }

  private async roleNamed(name: string): Promise<string | undefined> {
    return ((await this.knex("roles").where({ name }).first("id")) as { id: string } | undefined)?.id;
  }
}

/** The ids of up to this many users that a search finds, deleted ones included. */
export async function findPeople(
  knex: Knex,
  hiddenRoleIds: readonly string[],
  search: string,
  limit: number,
): Promise<string[]> {
  const users = new UserMatching(knex, hiddenRoleIds, { search });
  const found = searchParts(search).length > 0 ? await users.find() : null;
  const current =
    found && found.total <= FEW
      ? idsOf(users.rows, found.slots())
      : users.visible(BY_EMAIL).limit(limit).pluck("users.id");
  const deleted = knex("users").whereNotNull("users.deleted_at");
  applyFilters(deleted, knex, { search });
  hideHolders(deleted, knex, hiddenRoleIds);
  const ids = (await Promise.all([current, deleted.limit(limit).pluck("users.id")])) as string[][];
  return ids.flat().slice(0, limit);
}

/** Excludes holders of these roles. This is the only rule of rank for lists of users and of what they own. */
export function hideHolders(
  query: Knex.QueryBuilder,
  knex: Knex,
  roleIds: readonly string[],
  userId = "users.id",
): void {
  if (roleIds.length === 0) return;
  const held = knex("role_user").whereRaw("role_user.user_id = ??", [userId]).whereIn("role_id", roleIds);
  query.whereNotExists(held.select(knex.raw("1")));
}

/** The ids of the holders of these roles, for `in`, which looks them up once. */
export const holdersOf = (knex: Knex, roleIds: readonly string[]): Knex.QueryBuilder =>
  knex("role_user").whereIn("role_id", roleIds).select("user_id");
