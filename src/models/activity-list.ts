import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { isSqlite } from "../database/table.js";
import { holdersOf } from "./user-matching.js";

/** A row of the audit log. `created_at` is milliseconds since the epoch, UTC. */
export interface ActivityRow {
  id: string;
  actor_id: string | null;
  event: string;
  subject_type: string | null;
  subject_id: string | null;
  /** The user concerned when the subject isn't a user. */
  owner_id: string | null;
  /** JSON. */
  changes: string;
  ip_address: string | null;
  user_agent: string | null;
  trace_id: string | null;
  created_at: number;
}

export interface ActivityFilters {
  /** Rows whose actor is one of these. */
  actorIds?: readonly string[];
  /** Rows whose subject is one of these or belongs to one of them. */
  subjectIds?: readonly string[];
  subjectType?: string;
  event?: string;
  /** Milliseconds since the epoch, inclusive. */
  from?: number;
  /** Milliseconds since the epoch, exclusive. */
  until?: number;
  ip?: string;
  traceId?: string;
}

/** The position of a row in the order. */
export type Place = Pick<ActivityRow, "created_at" | "id">;

type Narrow = (query: Knex.QueryBuilder) => void;

/** Rows of the audit log that an actor can see, by time. Counting reads all of them, so screens don't. */
export class ActivityListQuery {
  /** @param hiddenRoleIds roles above the viewer's rank; rows by their holders and about them are left out */
  constructor(
    private readonly knex: Knex,
    private readonly hiddenRoleIds: readonly string[],
    private readonly filters: ActivityFilters = {},
  ) {}

  /** The newest rows, or those after the place, newest first. */
  older(limit: number, than?: Place): Promise<ActivityRow[]> {
    return this.walk("desc", limit, { from: than });
  }

  /** The rows after this many, newest first. */
  slice(limit: number, offset: number): Promise<ActivityRow[]> {
    return this.walk("desc", limit, { offset });
  }

  /** The rows directly before the place, newest first. */
  async newer(limit: number, than: Place): Promise<ActivityRow[]> {
    return (await this.walk("asc", limit, { from: than })).reverse();
  }

  async find(id: string): Promise<ActivityRow | undefined> {
    return (await this.matching().where("activity_log.id", id).first("activity_log.*")) as
      ActivityRow | undefined;
  }

  /** A row belongs to one part only. */
  async count(): Promise<number> {
    const parts = this.parts().map((narrow) => {
      const query = this.matching().count({ total: "*" });
      narrow(query);
      return query;
    });
    const [first, ...others] = parts;
    if (!first) return 0;
    const counts = (await first.unionAll(others)) as { total: number }[];
    return counts.reduce((sum, { total }) => sum + Number(total), 0);
  }

  /** One short index scan for each id: with "in" or "or" the database would sort all rows. */
  private async walk(
    direction: "asc" | "desc",
    limit: number,
    { from, offset = 0 }: { from?: Place | undefined; offset?: number },
  ): Promise<ActivityRow[]> {
    const inOrder = (query: Knex.QueryBuilder, most: number) =>
      query.orderBy("created_at", direction).orderBy("id", direction).limit(most);
    const parts = this.parts().map((narrow, index) => {
      const query = this.matching().select("activity_log.*");
      narrow(query);
      if (from) beyond(query, direction, from);
      return this.knex.select("*").from(inOrder(query, limit + offset).as(`part${index}`));
    });
    const [first, ...others] = parts;
    if (!first) return [];
    return (await inOrder(first.unionAll(others), limit).offset(offset)) as ActivityRow[];
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

/** Ties are broken by id. Both databases find this condition's start in an index. */
function beyond(query: Knex.QueryBuilder, direction: "asc" | "desc", { created_at, id }: Place): void {
  const sign = direction === "desc" ? "<" : ">";
  query
    .where("created_at", `${sign}=`, created_at)
    .where((either) => either.where("created_at", sign, created_at).orWhere("id", sign, id));
}

/** Leaves out rows by holders of these roles, rows about them or what they own, and rows about the roles. */
export function hideActivity(query: Knex.QueryBuilder, knex: Knex, roleIds: readonly string[]): void {
  if (roleIds.length === 0) return;
  // any text can be a subject id: without the conversion MariaDB wouldn't use the index of ids, which are ASCII
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
