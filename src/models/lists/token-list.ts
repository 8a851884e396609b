import type { Knex } from "knex";
import { primaryKey, whereInList } from "../../database/table.js";
import { CandidateList } from "./candidate-list.js";
import { candidatesAt, FEW, idsOf, type Candidates, type PageStart } from "./candidates.js";
import type { ListSource, RowKey, Slice } from "./list-page.js";
import { idsAt, placeAt, type OrderedRows } from "./ordered-rows.js";
import { placeAmong, selectAt, type Place } from "./place.js";
import { inOrder, type SortColumn } from "./sort-order.js";
import { roleIdsColumn } from "../public-user.js";
import { BY_OWNER, TokenMatching, type TokenScope } from "./token-matching.js";

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

const indexOf = (order: SortColumn[]): string => `${TABLE}_revoked_at_${order[0]!.name}_id_index`;

/** Personal access tokens that aren't revoked, of users whom the viewer can see. Sorted by one of `TOKEN_SORTS`. */
export class TokenListQuery extends CandidateList<TokenListRow> implements ListSource<TokenListRow> {
  private readonly tokens: TokenMatching;

  /** @param few the most rows that are looked up */
  constructor(
    private readonly knex: Knex,
    private readonly scope: TokenScope,
    search: string,
    private readonly few = FEW,
  ) {
    super();
    this.tokens = new TokenMatching(knex, scope, search);
  }

  async slice(sort: string, limit: number, offset: number): Promise<Slice<TokenListRow>> {
    const order = orderOf(sort);
    const total = await this.total();
    if (offset >= total) return { rows: [], total };
    const found = await this.candidates(order, { limit, offset });
    if (found)
      return { rows: await this.rowsAt(placeAmong(found, order, limit, offset), order, found), total };
    const areOrphaned = this.scope.ownerId === null && offset > 0 && (await this.tokens.hasOrphans());
    const place = await placeAt(this.rows(order, null, areOrphaned), order, { limit, offset, total });
    return { rows: await this.rowsAt(place, order), total };
  }

  async total(): Promise<number> {
    if (this.scope.ownerId === null) return (await this.tokens.find()).total;
    return Number(
      ((await this.tokens.visible(BY_OWNER).count({ total: "*" }).first()) as { total: number }).total,
    );
  }

  keyOf = (sort: string, { id, sort_value: value }: TokenListRow): RowKey => {
    const [column] = orderOf(sort);
    return { [column!.name]: value, id };
  };

  protected orderOf = orderOf;

  protected async candidates(order: SortColumn[], start: PageStart): Promise<Candidates | null> {
    const { tokens, few } = this;
    if (this.scope.ownerId !== null || !tokens.isSearch) return null;
    const found = await tokens.find();
    if (found.total <= few) return { ids: await idsOf(tokens.rows, found.slots()), skipped: 0 };
    return candidatesAt(found, tokens.rows, order, start, few);
  }

  private rows(order: SortColumn[], candidates: Candidates | null, areOrphaned = false): OrderedRows {
    const { knex, tokens } = this;
    const ordered = this.scope.ownerId === null ? indexOf(order) : BY_OWNER;
    const index = candidates ? primaryKey(knex, TABLE) : ordered;
    const among = (query: Knex.QueryBuilder): Knex.QueryBuilder => {
      if (candidates) whereInList(query, knex, `${TABLE}.id`, candidates.ids);
      return query;
    };
    return {
      knex,
      table: TABLE,
      all: () => among(tokens.all(index)),
      visible: () => among(tokens.visible(index)),
      hidden: () => tokens.hidden(areOrphaned),
    };
  }

  protected async rowsAt(
    place: Place,
    order: SortColumn[],
    candidates: Candidates | null = null,
  ): Promise<TokenListRow[]> {
    const { knex, tokens, scope } = this;
    if (tokens.isNarrowed)
      return (await this.withColumns(idsAt(this.rows(order, candidates), place), order)) as TokenListRow[];
    return selectAt(knex, `tokens ${order[0]!.direction}`, scope.hiddenRoleIds, place, (hidden, at) => {
      const all = tokens.withHidden(hidden);
      const rows = { knex, table: TABLE, visible: () => all.visible(indexOf(order)) };
      return this.withColumns(idsAt(rows, at), order);
    });
  }

  /** Fetches the columns only for the rows of the page. */
  private withColumns(ids: Knex.QueryBuilder, order: SortColumn[]): Knex.QueryBuilder {
    const query = this.knex(ids.as("page"))
      .join(TABLE, `${TABLE}.id`, "page.id")
      .join("users", "users.id", `${TABLE}.user_id`)
      .select(COLUMNS.map((name) => `${TABLE}.${name}`))
      .select(OWNER.map((name) => `users.${name}`))
      .select(this.knex.raw(roleIdsColumn("users")), { sort_value: `${TABLE}.${order[0]!.name}` });
    return inOrder(query, order, TABLE);
  }
}
