import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { countActivity, countOf } from "../database/activity-counts.js";
import { withIndexHint } from "../database/table.js";
import { hiddenActivity, hideActivity } from "./hidden-activity.js";
import { idsAt, windowAt, type OrderedRows } from "./lists/ordered-rows.js";
import { sortColumns } from "./lists/sort-order.js";

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
  /** The client whose token the request had. */
  client_id: string | null;
  /** Whether an agent called the API. */
  by_agent: number | boolean;
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
export type ActivityPosition = Pick<ActivityRow, "created_at" | "id">;

const NEWEST_FIRST = sortColumns("-created_at");
const BY_TIME = "activity_log_created_at_id_index";

type Narrow = (query: Knex.QueryBuilder) => void;

/** Rows of the audit log that an actor can see, by time. */
export class ActivityListQuery {
  /** @param hiddenRoleIds roles above the viewer's rank; rows by their holders and about them are left out */
  constructor(
    private readonly knex: Knex,
    private readonly hiddenRoleIds: readonly string[],
    private readonly filters: ActivityFilters = {},
  ) {}

  /** The newest rows, or those after the position, newest first. */
  older(limit: number, than?: ActivityPosition): Promise<ActivityRow[]> {
    return this.walk("desc", limit, { from: than });
  }

  /** The rows after this many, newest first. @param total of all rows */
  async slice(limit: number, offset: number, total: number): Promise<ActivityRow[]> {
    if (!this.isByTime) return this.walk("desc", limit, { offset });
    if (offset >= total) return [];
    const rowsByTime = this.byTime();
    const window = await windowAt(rowsByTime, NEWEST_FIRST, { limit, offset, total });
    const rows = this.knex(idsAt(rowsByTime, window).as("page")).join(
      "activity_log",
      "activity_log.id",
      "page.id",
    );
    // without the addition SQLite would read the whole log in order and look each row up in the page
    return (await rows
      .select("activity_log.*")
      .orderByRaw("activity_log.created_at + 0 desc, activity_log.id desc")) as ActivityRow[];
  }

  /** Whether only times are filtered. */
  private get isByTime(): boolean {
    const { from: _from, until: _until, ...others } = this.filters;
    return Object.values(others).every((value) => value === undefined);
  }

  private byTime(): OrderedRows {
    const all = (): Knex.QueryBuilder => this.matchingAll(BY_TIME);
    return {
      knex: this.knex,
      table: "activity_log",
      all,
      visible: () => {
        const query = all();
        hideActivity(query, this.knex, this.hiddenRoleIds);
        return query;
      },
      hidden: () => hiddenActivity(this.knex, this.hiddenRoleIds, () => this.matchingAll()),
    };
  }

  /** The rows directly before the position, newest first. */
  async newer(limit: number, than: ActivityPosition): Promise<ActivityRow[]> {
    return (await this.walk("asc", limit, { from: than })).reverse();
  }

  async find(id: string): Promise<ActivityRow | undefined> {
    return (await this.matching().where("activity_log.id", id).first("activity_log.*")) as
      ActivityRow | undefined;
  }

  /** Rows of past days have been counted; hidden ones are few and counted separately. */
  async count(): Promise<number> {
    const { actorIds, subjectIds, ip, traceId } = this.filters;
    if (actorIds || subjectIds || ip !== undefined || traceId !== undefined) return this.countParts();
    const hidden = hiddenActivity(this.knex, this.hiddenRoleIds, () => this.matchingAll());
    const [all, few] = await Promise.all([
      countActivity(this.knex, this.filters, () => this.matchingAll()),
      hidden ? countOf(hidden) : 0,
    ]);
    return all - few;
  }

  /** A row belongs to one part only. */
  private async countParts(): Promise<number> {
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
    { from, offset = 0 }: { from?: ActivityPosition | undefined; offset?: number },
  ): Promise<ActivityRow[]> {
    const sorted = (query: Knex.QueryBuilder, most: number) =>
      query.orderBy("created_at", direction).orderBy("id", direction).limit(most);
    const parts = this.parts().map((narrow, index) => {
      const query = this.matching().select("activity_log.*");
      narrow(query);
      if (from) beyond(query, direction, from);
      return this.knex.select("*").from(sorted(query, limit + offset).as(`part${index}`));
    });
    const [first, ...others] = parts;
    if (!first) return [];
    return (await sorted(first.unionAll(others), limit).offset(offset)) as ActivityRow[];
  }

  private parts(): Narrow[] {
    const { actorIds, subjectIds } = this.filters;
    if (subjectIds)
      return subjectIds.flatMap((id): Narrow[] => [
        (query) => query.where("subject_id", id),
        // compared as ASCII on MariaDB, which rejects anything else
        ...(isUuid(id) ? [(query: Knex.QueryBuilder) => void query.where("owner_id", id)] : []),
      ]);
    if (actorIds) return actorIds.map((id) => (query) => void query.where("actor_id", id));
    return [() => undefined];
  }

  private matching(): Knex.QueryBuilder {
    const query = this.matchingAll(this.isByTime ? BY_TIME : undefined);
    hideActivity(query, this.knex, this.hiddenRoleIds);
    return query;
  }

  /** The rows that match the filters, whoever they are about. */
  private matchingAll(index?: string): Knex.QueryBuilder {
    const { actorIds, subjectIds, subjectType, event, from, until, ip, traceId } = this.filters;
    const { knex } = this;
    const query = index === undefined ? knex("activity_log") : withIndexHint(knex, "activity_log", index);
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
function beyond(
  query: Knex.QueryBuilder,
  direction: "asc" | "desc",
  { created_at, id }: ActivityPosition,
): void {
  const sign = direction === "desc" ? "<" : ">";
  query
    .where("created_at", `${sign}=`, created_at)
    .where((either) => either.where("created_at", sign, created_at).orWhere("id", sign, id));
}
