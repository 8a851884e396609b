import type { Knex } from "knex";
import { findInIndex, type Matches, type OutsideRows } from "../../database/list-index/list-index.js";
import {
  listStateIndex,
  outsideIndex,
  OWNER_DELETED_KEY,
  roleKey,
} from "../../database/list-index/sources.js";
import { withIndexHint, innerJoinInOrder, whereInList } from "../../database/table.js";
import { searchParts, searchPatterns } from "../../lib/text/search.js";
import type { IndexedRows } from "./candidates.js";
import { hideHolders, holdersOf } from "./user-matching.js";

const TABLE = "personal_access_tokens";
export const BY_OWNER = `${TABLE}_user_id_created_at_index`;
/** The text of a token in the index of the list. */
const SEARCHED = `concat('\n', coalesce(${TABLE}.search_key, ''), (select search_key from users where users.id = ${TABLE}.user_id))`;

/** Selects the tokens to list. */
export interface TokenScope {
  /** Roles above the viewer's rank; tokens of their holders are neither listed nor counted. */
  hiddenRoleIds: readonly string[];
  /** The account whose tokens are listed; null for all. */
  ownerId: string | null;
}

/** The tokens that match a search and that a viewer can see, as queries without an order. */
export class TokenMatching {
  private found: Promise<Matches> | null = null;

  constructor(
    private readonly knex: Knex,
    private readonly scope: TokenScope,
    private readonly search: string,
  ) {}

  /** All tokens that match the search, by the index of the list. */
  find(): Promise<Matches> {
    const conditions = {
      patterns: searchParts(this.search),
      every: [],
      none: [OWNER_DELETED_KEY, ...this.scope.hiddenRoleIds.map(roleKey)],
    };
    return (this.found ??= findInIndex(this.knex, "tokens", conditions, this.outsideRows()));
  }

  get isSearch(): boolean {
    return searchParts(this.search).length > 0;
  }

  /** Whether anything is left out except tokens of hidden users. */
  get isNarrowed(): boolean {
    return this.isSearch || this.scope.ownerId !== null;
  }

  private outsideRows(): OutsideRows {
    const { hiddenRoleIds } = this.scope;
    if (this.isNarrowed) return { shape: null, values: [], build: () => this.outside() };
    return {
      shape: `${hiddenRoleIds.length} hidden roles`,
      values: hiddenRoleIds,
      build: (roleIds) => this.withHidden(roleIds as string[]).outside(),
    };
  }

  /** All tokens, except those of the holders of these roles. */
  withHidden(hiddenRoleIds: readonly string[]): TokenMatching {
    return new TokenMatching(this.knex, { hiddenRoleIds, ownerId: null }, "");
  }

  /** The matching tokens that the index doesn't have as they are now. */
  private outside(): Knex.QueryBuilder {
    return this.ofVisibleOwners(this.allOutside());
  }

  private allOutside(): Knex.QueryBuilder {
    const { knex } = this;
    const ids = knex.from(outsideIndex(knex, "tokens").as("outside"));
    return this.narrowed(innerJoinInOrder(knex, ids, TABLE, `${TABLE}.id = outside.id`));
  }

  get rows(): IndexedRows {
    const { knex } = this;
    return { knex, table: TABLE, outside: () => this.outside(), withSlots: (slots) => this.withSlots(slots) };
  }

  private withSlots(slots: readonly number[]): Knex.QueryBuilder {
    const { knex } = this;
    const query = withIndexHint(knex, TABLE, listStateIndex(TABLE)).whereNull(`${TABLE}.list_state`);
    whereInList(query, knex, `${TABLE}.list_slot`, slots);
    return query;
  }

  /** Tokens that match the search, whoever owns them. @param index by which they are read */
  all(index: string): Knex.QueryBuilder {
    return this.narrowed(withIndexHint(this.knex, TABLE, index).whereNull(`${TABLE}.revoked_at`));
  }

  private narrowed(query: Knex.QueryBuilder): Knex.QueryBuilder {
    const { scope } = this;
    if (scope.ownerId !== null) query.where(`${TABLE}.user_id`, scope.ownerId);
    for (const pattern of searchPatterns(this.search))
      query.whereRaw(`${SEARCHED} like ? escape '!'`, [pattern]);
    return query;
  }

  visible(index: string): Knex.QueryBuilder {
    return this.ofVisibleOwners(this.all(index));
  }

  private ofVisibleOwners(query: Knex.QueryBuilder): Knex.QueryBuilder {
    query.whereExists(this.owner().whereNull("owner.deleted_at"));
    hideHolders(query, this.knex, this.scope.hiddenRoleIds, `${TABLE}.user_id`);
    return query;
  }

  hidden(areOrphaned: boolean): Knex.QueryBuilder | null {
    const { hiddenRoleIds } = this.scope;
    if (hiddenRoleIds.length === 0 && !areOrphaned) return null;
    const owners = holdersOf(this.knex, hiddenRoleIds).distinct();
    if (areOrphaned) owners.union(this.knex("users").whereNotNull("deleted_at").select("id as user_id"));
    return this.all(BY_OWNER).join(owners.as("owners"), "owners.user_id", `${TABLE}.user_id`);
  }

  /** Whether deleted accounts have tokens. They are revoked with the account unless that failed. */
  async hasOrphans(): Promise<boolean> {
    const conditions = { patterns: [], every: [OWNER_DELETED_KEY], none: [] };
    const build = () => this.allOutside().whereExists(this.owner().whereNotNull("owner.deleted_at"));
    const outside = { shape: this.isNarrowed ? null : "deleted owners", values: [], build };
    return (await findInIndex(this.knex, "tokens", conditions, outside)).total > 0;
  }

  private owner(): Knex.QueryBuilder {
    return this.knex("users as owner").whereRaw(`owner.id = ${TABLE}.user_id`).select(this.knex.raw("1"));
  }
}
