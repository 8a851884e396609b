import type { Knex } from "knex";
import { innerJoinInOrder, primaryKey, withIndexHint } from "../../database/table.js";
import { countOf } from "../../database/activity-counts.js";
import {
  countUpTo,
  type Matching,
  MAX_LOOKUP,
  smallestOf,
  type SmallestStart,
  type Start,
  sum,
} from "./ordered-list.js";
import { hasWord, isId, rowsWithWord, searchedWords } from "./search-words.js";
import type { SortColumn } from "./sort-order.js";
import { hideHolders, holdersOf } from "./kept-counts.js";

const TABLE = "personal_access_tokens";
const BY_OWNER = `${TABLE}_user_id_created_at_index`;
const BY_CREATION = `${TABLE}_revoked_at_created_at_id_index`;
const indexOf = ([column]: SortColumn[]): string => `${TABLE}_revoked_at_${column!.name}_id_index`;

/** Selects the tokens to list. */
export interface TokenScope {
  /** Roles above the viewer's rank; tokens of their holders are neither listed nor counted. */
  hiddenRoleIds: readonly string[];
  /** The account whose tokens are listed; null for all. */
  ownerId: string | null;
}

/**
 * The tokens that match a search and that a viewer can see, as queries without an order. A search word can be of the name of
 * the token, which has words of its own, or of its owner.
 */
export class TokenMatching implements Matching {
  private readonly words: readonly string[];
  private smallest: Promise<SmallestStart | null> | null = null;

  /** @param most how many matches are few */
  constructor(
    private readonly knex: Knex,
    private readonly scope: TokenScope,
    search: string,
    private readonly most = MAX_LOOKUP,
  ) {
    this.words = searchedWords(search);
  }

  all(order: SortColumn[]): Knex.QueryBuilder {
    return this.narrowed(this.by(this.scope.ownerId === null ? indexOf(order) : BY_OWNER));
  }

  visible(order: SortColumn[]): Knex.QueryBuilder {
    return this.ofVisibleOwners(this.all(order));
  }

  unfiltered(order: SortColumn[]): Knex.QueryBuilder {
    return this.by(indexOf(order)).whereNull(`${TABLE}.revoked_at`);
  }

  /** Matching tokens of hidden accounts and of deleted ones, which keep a token only until their access has ended. */
  hidden(): Knex.QueryBuilder {
    const { knex } = this;
    const deleted = withIndexHint(knex, "users", "users_anonymised_at_deleted_at_index")
      .whereNull("anonymised_at")
      .where("deleted_at", ">", 0)
      .select("id as user_id");
    const owners = holdersOf(knex, this.scope.hiddenRoleIds).union(deleted);
    const tokens = this.narrowed(this.by(BY_OWNER));
    return tokens.join(owners.as("owners"), "owners.user_id", `${TABLE}.user_id`);
  }

  async start(isExact = false): Promise<SmallestStart | null> {
    const starts = this.scope.ownerId === null ? this.words.map((word) => this.byWord(word)) : [];
    const start = await (this.smallest ??= smallestOf(this.knex, starts, this.most));
    if (!isExact || start?.isFew !== false || starts.length === 1) return start;
    return (this.smallest = smallestOf(this.knex, starts, this.most, Infinity));
  }

  found({ parts, word }: SmallestStart): Knex.QueryBuilder[] {
    return parts.map(({ rows }) => this.ofVisibleOwners(this.narrowed(rows(), word)));
  }

  async count(upTo: number): Promise<number> {
    const { knex } = this;
    const start = await this.start(upTo === Infinity);
    if (start) return sum(await Promise.all(this.found(start).map((part) => countUpTo(knex, part, upTo))));
    const isOwn = this.scope.ownerId !== null;
    const tokens = (): Knex.QueryBuilder => this.narrowed(this.by(isOwn ? BY_OWNER : BY_CREATION));
    if (isOwn || upTo < Infinity) return countUpTo(knex, this.ofVisibleOwners(tokens()), upTo);
    const [all, hidden] = await Promise.all([countOf(tokens()), countOf(this.hidden())]);
    return all - hidden;
  }

  private by(index: string): Knex.QueryBuilder {
    return withIndexHint(this.knex, TABLE, index);
  }

  /** @param known the search word by which the tokens were found */
  private narrowed(tokens: Knex.QueryBuilder, known?: string): Knex.QueryBuilder {
    const { knex, scope, words } = this;
    tokens.whereNull(`${TABLE}.revoked_at`);
    if (scope.ownerId !== null) tokens.where(`${TABLE}.user_id`, scope.ownerId);
    for (const word of words) {
      if (word === known) continue;
      tokens.where((either) => {
        either.where(hasWord(knex, "tokens", `${TABLE}.id`, word));
        either.orWhere(hasWord(knex, "users", `${TABLE}.user_id`, word));
        if (isId(word)) either.orWhere(`${TABLE}.id`, word).orWhere(`${TABLE}.user_id`, word);
      });
    }
    return tokens;
  }

  private ofVisibleOwners(tokens: Knex.QueryBuilder): Knex.QueryBuilder {
    const { knex, scope } = this;
    const owner = knex("users as owner")
      .whereRaw(`owner.id = ${TABLE}.user_id`)
      .whereNull("owner.deleted_at");
    tokens.whereExists(owner.select(knex.raw("1")));
    hideHolders(tokens, knex, scope.hiddenRoleIds, `${TABLE}.user_id`);
    return tokens;
  }

  private byWord(word: string): Start {
    const { knex } = this;
    const named = (): Knex.QueryBuilder => rowsWithWord(knex, "tokens", word);
    const ofNamed = (): Knex.QueryBuilder =>
      innerJoinInOrder(knex, named(), {
        table: TABLE,
        index: primaryKey(knex, TABLE),
        on: `${TABLE}.id = found.row_id`,
      });
    const unnamed = (tokens: Knex.QueryBuilder): Knex.QueryBuilder =>
      tokens.whereNot(hasWord(knex, "tokens", `${TABLE}.id`, word));
    const owned = (): Knex.QueryBuilder =>
      unnamed(
        innerJoinInOrder(knex, rowsWithWord(knex, "users", word), {
          table: TABLE,
          index: BY_OWNER,
          on: `${TABLE}.user_id = found.row_id`,
        }),
      );
    const parts = [{ rows: ofNamed, sized: named }, { rows: owned }];
    if (!isId(word)) return { word, parts };
    const withId = (): Knex.QueryBuilder =>
      unnamed(knex(TABLE))
        .whereNot(hasWord(knex, "users", `${TABLE}.user_id`, word))
        .where((either) => either.where(`${TABLE}.id`, word).orWhere(`${TABLE}.user_id`, word));
    return { word, parts: [...parts, { rows: withId }] };
  }
}
