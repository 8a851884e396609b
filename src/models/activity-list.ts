import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { isSqlite } from "../database/table.js";
import { holdersOf } from "./user-list.js";

/** A row of the audit log. `created_at` is milliseconds since the epoch, UTC. */
export interface ActivityRow {
  id: string;
  actor_id: string | null;
  event: string;
  subject_type: string | null;
  subject_id: string | null;
  /** The person whom it concerns, where the subject is none. */
  owner_id: string | null;
  /** JSON. */
  changes: string;
  ip_address: string | null;
  user_agent: string | null;
  trace_id: string | null;
  created_at: number;
}

export interface ActivityFilters {
  /** One of these people did it. */
  actorIds?: readonly string[];
  /** It was done to one of these, or to what belongs to one of them. */
  subjectIds?: readonly string[];
  subjectType?: string;
  event?: string;
  /** Milliseconds since the epoch, included. */
  from?: number;
  /** Milliseconds since the epoch, not included. */
  until?: number;
  ip?: string;
  /** A UUID. */
  traceId?: string;
}

/** Where a row stands among the others. */
export type Place = Pick<ActivityRow, "created_at" | "id">;

type Narrow = (query: Knex.QueryBuilder) => void;

/** Rows of the audit log that somebody may see, by their time. Never counted: that would walk through all of them. */
export class ActivityListQuery {
  /** @param hiddenRoleIds roles above the viewer's rank; rows of their holders, and about them, are left out */
  constructor(
    private readonly knex: Knex,
    private readonly hiddenRoleIds: readonly string[],
    private readonly filters: ActivityFilters = {},
  ) {}

  /** The newest, or those that come after the place, newest first. */
  older(limit: number, than?: Place): Promise<ActivityRow[]> {
    return this.walk("desc", limit, than);
  }

  /** Those that come right before the place, newest first. */
  async newer(limit: number, than: Place): Promise<ActivityRow[]> {
    return (await this.walk("asc", limit, than)).reverse();
  }

  async find(id: string): Promise<ActivityRow | undefined> {
    return (await this.matching().where("activity_log.id", id).first("activity_log.*")) as
      ActivityRow | undefined;
  }

  /** One short walk along an index for each id that is looked for: with "in" or "or" all of theirs would be sorted. */
  private async walk(direction: "asc" | "desc", limit: number, from?: Place): Promise<ActivityRow[]> {
    const inOrder = (query: Knex.QueryBuilder) =>
      query.orderBy("created_at", direction).orderBy("id", direction).limit(limit);
    const parts = this.parts().map((narrow, index) => {
      const query = this.matching().select("activity_log.*");
      narrow(query);
      if (from) beyond(query, direction, from);
      return this.knex.select("*").from(inOrder(query).as(`part${index}`));
    });
    const [first, ...others] = parts;
    if (!first) return [];
    return (await inOrder(first.unionAll(others))) as ActivityRow[];
  }

  private parts(): Narrow[] {
    const { actorIds, subjectIds } = this.filters;
    if (subjectIds)
      return subjectIds.flatMap((id): Narrow[] => [
        (query) => query.where("subject_id", id),
        // compared as ASCII on MariaDB, which refuses anything else
        ...(isUuid(id) ? [(query: Knex.QueryBuilder) => void query.where("owner_id", id)] : []),
      ]);
    if (actorIds) return actorIds.map((id) => (query) => void query.where("actor_id", id));
    return [() => undefined];
  }

  private matching(): Knex.QueryBuilder {
    const { actorIds, subjectIds, subjectType, event, from, until, ip, traceId } = this.filters;
    const query = this.knex("activity_log");
    hideActivity(query, this.knex, this.hiddenRoleIds);
    if (actorIds && subjectIds) query.whereIn("actor_id", [...actorIds]);
    if (subjectType !== undefined) query.where("subject_type", subjectType);
    if (event !== undefined) query.where("event", event);
    if (from !== undefined) query.where("created_at", ">=", from);
    if (until !== undefined) query.where("created_at", "<", until);
    if (ip !== undefined) query.where("ip_address", ip);
    if (traceId !== undefined) query.where("trace_id", traceId);
    return query;
  }
}

/** Ties of time are broken by id. In a form in which both databases find the place by an index. */
function beyond(query: Knex.QueryBuilder, direction: "asc" | "desc", { created_at, id }: Place): void {
  const sign = direction === "desc" ? "<" : ">";
  query
    .where("created_at", `${sign}=`, created_at)
    .where((either) => either.where("created_at", sign, created_at).orWhere("id", sign, id));
}

/** Leaves out what holders of one of the roles did, what was done to them or to what is theirs, and the roles. */
export function hideActivity(query: Knex.QueryBuilder, knex: Knex, roleIds: readonly string[]): void {
  if (roleIds.length === 0) return;
  // any text may be a subject's id: as it is, MariaDB would not look it up by the index of ids, which are ASCII
  const subject = isSqlite(knex) ? "activity_log.subject_id" : "convert(activity_log.subject_id using ascii)";
  const isNoneOf = (person: string): [string, Knex.QueryBuilder[]] => [
    `(${person} is null or ${person} not in ?)`,
    [holdersOf(knex, roleIds)],
  ];
  const isNo = (type: string): Knex.Raw => knex.raw("coalesce(activity_log.subject_type, '') <> ?", [type]);
  query
    .where((either) => void either.where(isNo("role")).orWhereNotIn("subject_id", roleIds))
    .whereRaw(...isNoneOf("activity_log.actor_id"))
    .whereRaw(...isNoneOf("activity_log.owner_id"))
    .where((either) => void either.where(isNo("user")).orWhereRaw(...isNoneOf(subject)));
}
