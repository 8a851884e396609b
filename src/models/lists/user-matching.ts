import type { Knex } from "knex";
import { countOf } from "../../database/activity-counts.js";
import { withIndexHint, primaryKey } from "../../database/table.js";
import { onlyRestorable } from "../restorable.js";
import { countAccounts, hideHolders, holdersNamed, holdersOf } from "./kept-counts.js";
import {
  countUpTo,
  type Matching,
  MAX_LOOKUP,
  smallestOf,
  type SmallestStart,
  type Start,
  sum,
} from "./ordered-list.js";
import { hasWord, isId, rowsWithWord, searchedWords, type WordList } from "./search-words.js";
import type { SortColumn } from "./sort-order.js";
import { applyFilters, indexBy, onlyCurrent, startsOf, type UserFilters } from "./user-filters.js";

const BY_EMAIL = indexBy("email", "id");
const BY_CREATION = indexBy("created_at", "id");

/** The users that match filters and that a viewer can see, as queries without an order. */
export class UserMatching implements Matching {
  private readonly words: readonly string[];
  private readonly list: WordList;
  private readonly starts: readonly Start[];
  private smallest: Promise<SmallestStart | null> | null = null;

  /**
   * @param hiddenRoleIds roles above the viewer's rank; their holders are neither listed nor counted
   * @param most how many matches are few
   */
  constructor(
    private readonly knex: Knex,
    private readonly hiddenRoleIds: readonly string[],
    private readonly filters: UserFilters,
    private readonly most = MAX_LOOKUP,
  ) {
    this.words = searchedWords(filters.search);
    this.list = filters.deleted ? "deleted_users" : "users";
    this.starts = this.isOne ? [] : startsOf(knex, this.list, filters, this.words);
  }

  all(order: SortColumn[]): Knex.QueryBuilder {
    return this.narrowed(this.inOrder(order.map(({ name }) => name)));
  }

  visible(order: SortColumn[]): Knex.QueryBuilder {
    return this.onlyVisible(this.all(order));
  }

  /** The matches, whoever can see them, to be looked up by their ids. */
  lookedUp(): Knex.QueryBuilder {
    return this.narrowed(this.by(primaryKey(this.knex, "users")));
  }

  hidden(): Knex.QueryBuilder | null {
    if (this.hiddenRoleIds.length === 0) return null;
    return this.lookedUp().whereIn("users.id", holdersOf(this.knex, this.hiddenRoleIds));
  }

  unfiltered(order: SortColumn[]): Knex.QueryBuilder {
    return onlyCurrent(this.by(indexBy(...order.map(({ name }) => name))), this.knex);
  }

  async start(isExact = false): Promise<SmallestStart | null> {
    const start = await (this.smallest ??= smallestOf(this.knex, this.starts, this.most));
    if (!isExact || start?.isFew !== false || this.starts.length === 1) return start;
    return (this.smallest = smallestOf(this.knex, this.starts, this.most, Infinity));
  }

  found(start: Start): Knex.QueryBuilder[] {
    return this.matches(start).map((part) => this.onlyVisible(part));
  }

  /** The ids of some matches, in no order. */
  async some(limit: number): Promise<string[]> {
    const start = await this.start();
    const queries = start ? this.found(start).map((query) => query.limit(limit).pluck("users.id")) : [];
    return ((await Promise.all(queries)) as string[][]).flat();
  }

  async count(upTo: number): Promise<number> {
    const { knex } = this;
    if (this.filters.deleted || this.isOne) return countOf(this.onlyVisible(this.narrowed(this.inOrder([]))));
    const start = await this.start(upTo === Infinity);
    if (start && upTo < Infinity)
      return sum(await Promise.all(this.found(start).map((part) => countUpTo(knex, part, upTo))));
    const hidden = this.hidden();
    const [all, few] = await Promise.all([this.countAll(start), hidden ? countOf(hidden) : 0]);
    return all - few;
  }

  /** By the index with the order of the columns, or that of a single account. */
  private inOrder(columns: readonly string[]): Knex.QueryBuilder {
    const { id, email, status, deleted } = this.filters;
    if (deleted) return this.knex("users");
    if (id !== undefined) return this.by(primaryKey(this.knex, "users"));
    if (email !== undefined) return this.by(BY_EMAIL);
    const isByStatus = status !== undefined && columns[0] === "created_at";
    return this.by(indexBy(...(isByStatus ? ["status"] : []), ...columns));
  }

  private get isOne(): boolean {
    return this.filters.id !== undefined || this.filters.email !== undefined;
  }

  private by(index: string): Knex.QueryBuilder {
    return withIndexHint(this.knex, "users", index);
  }

  private matches(start: Start): Knex.QueryBuilder[] {
    return start.parts.map(({ rows }) => this.narrowed(rows(), start));
  }

  /** @param known by what the rows were found */
  private narrowed(users: Knex.QueryBuilder, known?: Start): Knex.QueryBuilder {
    const { knex, words } = this;
    const { role, ...others } = this.filters;
    const filters = known?.isRole || role === undefined ? others : this.filters;
    if (filters.deleted) onlyRestorable(users);
    else onlyCurrent(users, knex);
    applyFilters(users, knex, filters);
    for (const word of words) if (word !== known?.word) this.whereFound(users, "users.id", word);
    return users;
  }

  private onlyVisible(users: Knex.QueryBuilder): Knex.QueryBuilder {
    hideHolders(users, this.knex, this.hiddenRoleIds);
    return users;
  }

  private whereFound(query: Knex.QueryBuilder, id: string, word: string): void {
    query.where((either) => {
      either.where(hasWord(this.knex, this.list, id, word));
      if (isId(word)) either.orWhere(id, word);
    });
  }

  /** All matches, whatever their rank. Words and roles are counted without the accounts. */
  private async countAll(start: Start | null): Promise<number> {
    if (!start) return countAccounts(this.knex);
    const { search: _search, role, ...others } = this.filters;
    const isOnly = Object.values(others).every((value) => value === undefined);
    if (isOnly && role === undefined && !isId(start.word!)) {
      const found = rowsWithWord(this.knex, this.list, start.word!);
      for (const word of this.words) if (word !== start.word) this.whereFound(found, "found.row_id", word);
      return countOf(found);
    }
    if (isOnly && role !== undefined && this.words.length === 0) {
      const deleted = this.by(BY_CREATION).where("users.deleted_at", ">", 0);
      applyFilters(deleted, this.knex, { role });
      return (await countOf(holdersNamed(this.knex, role))) - (await countOf(deleted));
    }
    return sum(await Promise.all(this.matches(start).map(countOf)));
  }
}

/** The ids of up to this many users that a search finds, deleted ones included. */
export async function findPeople(
  knex: Knex,
  hiddenRoleIds: readonly string[],
  search: string,
  limit: number,
): Promise<string[]> {
  const current = new UserMatching(knex, hiddenRoleIds, { search });
  const deleted = new UserMatching(knex, hiddenRoleIds, { search, deleted: "only" });
  return (await Promise.all([current.some(limit), deleted.some(limit)])).flat().slice(0, limit);
}
