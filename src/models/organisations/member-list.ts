import type { Knex } from "knex";
import { countOf } from "../../database/activity-counts.js";
import type { Cursor, ListSource, RowKey, Slice } from "../lists/list-page.js";
import { hasWord, isId, searchedWords } from "../lists/search-words.js";
import { after, inOrder, reversed, type SortColumn } from "../lists/sort-order.js";
import type { Member } from "./organisation.js";

export interface MemberFilters {
  /** The name, only ASCII. */
  role?: string | undefined;
  /** Words of names and addresses. */
  search?: string | undefined;
}

export const MEMBER_SORTS = ["created_at"] as const;

/** Ties are broken by the person. */
const orderOf = (sort: string): SortColumn[] =>
  ["created_at", "user_id"].map((name) => ({ name, direction: sort.startsWith("-") ? "desc" : "asc" }));

/** Members of an organisation, by the time when they joined. */
export class MemberList implements ListSource<Member> {
  private readonly words: readonly string[];

  /** @param members a new query for all members, without columns */
  constructor(
    private readonly knex: Knex,
    private readonly members: () => Knex.QueryBuilder,
    private readonly filters: MemberFilters,
  ) {
    this.words = searchedWords(filters.search);
  }

  async slice(sort: string, limit: number, offset: number): Promise<Slice<Member>> {
    const rows = this.matching().limit(limit).offset(offset);
    return { rows: await this.read(inOrder(rows, orderOf(sort), "memberships")), total: await this.total() };
  }

  async seek(sort: string, limit: number, { side, key }: Cursor): Promise<Member[]> {
    const order = side === "after" ? orderOf(sort) : reversed(orderOf(sort));
    const query = this.matching().limit(limit);
    after(query, order, key, "memberships");
    const rows = await this.read(inOrder(query, order, "memberships"));
    return side === "after" ? rows : rows.reverse();
  }

  total(): Promise<number> {
    return countOf(this.matching());
  }

  keyOf = (_sort: string, { id, created_at }: Member): RowKey => ({ created_at, user_id: id });

  private read(query: Knex.QueryBuilder): PromiseLike<Member[]> {
    return query.select(MEMBER_COLUMNS) as PromiseLike<Member[]>;
  }

  private matching(): Knex.QueryBuilder {
    const query = this.members();
    const { role } = this.filters;
    if (role !== undefined) query.where("memberships.role", role);
    for (const word of this.words)
      query.where((either) => {
        either.where(hasWord(this.knex, "users", "memberships.user_id", word));
        if (isId(word)) either.orWhere("memberships.user_id", word);
      });
    return query;
  }
}

/** The columns of a member, of `memberships` joined with `users` and `organisation_roles`. */
export const MEMBER_COLUMNS = [
  "users.id",
  "users.first_name",
  "users.last_name",
  "users.email",
  "memberships.role",
  "organisation_roles.label as role_label",
  "organisation_roles.rights as role_rights",
  "memberships.created_at",
];
