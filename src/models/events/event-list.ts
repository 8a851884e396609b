import type { Knex } from "knex";
import type { SequencedEvent } from "./event.js";
import { hideSubjects } from "../hidden-activity.js";

export interface EventFilters {
  type?: string;
  subjectType?: string;
  subjectId?: string;
}

/** What a reader can see. */
export interface EventScope {
  /** The types whose permission it has. */
  types: readonly string[];
  /** Roles above its rank; events about their holders and about the roles are left out. */
  hiddenRoleIds: readonly string[];
  /** Its rank, above which roles that no longer exist are hidden, too. */
  rank: number;
}

/** The events that a reader can see, by position. */
export class EventListQuery {
  constructor(
    private readonly knex: Knex,
    private readonly scope: EventScope,
    private readonly filters: EventFilters = {},
  ) {}

  /** Those after the first position and not after the last one, oldest first. */
  async between(after: number, last: number, limit: number): Promise<SequencedEvent[]> {
    return (await this.matching()
      .where("position", ">", after)
      .where("position", "<=", last)
      .orderBy("position")
      .limit(limit)) as SequencedEvent[];
  }

  /** Those of the events that the reader can see. */
  async among(ids: readonly string[]): Promise<SequencedEvent[]> {
    return (await this.matching()
      .whereNotNull("position")
      .whereIn("id", [...ids])) as SequencedEvent[];
  }

  private matching(): Knex.QueryBuilder {
    const { types, hiddenRoleIds } = this.scope;
    const { type, subjectType, subjectId } = this.filters;
    const query = this.knex("events").whereIn("type", [...types]);
    if (type !== undefined) query.where("type", type);
    if (subjectType !== undefined) query.where("subject_type", subjectType);
    if (subjectId !== undefined) query.where("subject_id", subjectId);
    if (hiddenRoleIds.length === 0) return query;
    hideSubjects(query, this.knex, hiddenRoleIds, "events");
    this.hideClients(query);
    this.hideFormerRoles(query);
    return query;
  }

  /** Roles that were above the reader's rank and have been deleted since. */
  private hideFormerRoles(query: Knex.QueryBuilder): void {
    // an account without a role has no rank
    const rank = Math.min(this.scope.rank, Number.MAX_SAFE_INTEGER);
    const isNoRole = (either: Knex.QueryBuilder) => either.whereNot("subject_type", "role");
    query.where((either) => void isNoRole(either).orWhereRaw("json_extract(data, '$.rank') >= ?", [rank]));
  }

  /** Clients with a role above the reader's rank. */
  private hideClients(query: Knex.QueryBuilder): void {
    const hidden = this.knex("oauth_clients")
      .whereIn("role_id", [...this.scope.hiddenRoleIds])
      .select("id");
    query.where(
      (either) => void either.whereNot("subject_type", "client").orWhereNotIn("subject_id", hidden),
    );
  }
}
