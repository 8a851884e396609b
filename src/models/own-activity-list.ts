import type { Knex } from "knex";
import type { ActivityRow } from "./activity-list.js";
import type { Cursor, ListSource, RowKey, Slice } from "./lists/list-page.js";

export type OwnActivityRow = Pick<
  ActivityRow,
  | "id"
  | "event"
  | "actor_id"
  | "subject_type"
  | "subject_id"
  | "ip_address"
  | "user_agent"
  | "client_id"
  | "by_agent"
  | "created_at"
>;

const COLUMNS = [
  "id",
  "event",
  "actor_id",
  "subject_type",
  "subject_id",
  "ip_address",
  "user_agent",
  "client_id",
  "by_agent",
  "created_at",
];

type Narrow = (query: Knex.QueryBuilder) => void;

/** The rows of the audit log by an account or about it, by time. */
export class OwnActivityList implements ListSource<OwnActivityRow> {
  /** @param events only rows of these events; null for all */
  constructor(
    private readonly knex: Knex,
    private readonly userId: string,
    private readonly events: readonly string[] | null = null,
  ) {}

  async slice(_sort: string, limit: number, offset: number): Promise<Slice<OwnActivityRow>> {
    const total = await this.total();
    const rows = offset >= total ? [] : await this.walk("desc", limit, { offset });
    return { rows, total };
  }

  async seek(_sort: string, limit: number, { side, key }: Cursor): Promise<OwnActivityRow[]> {
    if (side === "after") return this.walk("desc", limit, { key });
    return (await this.walk("asc", limit, { key })).reverse();
  }

  async total(): Promise<number> {
    let total = 0;
    for (const narrow of this.parts()) {
      const query = this.knex("activity_log").count({ n: "*" });
      narrow(query);
      total += Number(((await query) as { n: number | string }[])[0]!.n);
    }
    return total;
  }

  keyOf = (_sort: string, { created_at, id }: OwnActivityRow): RowKey => ({ created_at, id });

  /** One short index scan for each part: with "or" the database would sort all rows of the account. */
  private async walk(
    direction: "asc" | "desc",
    limit: number,
    { key, offset = 0 }: { key?: RowKey; offset?: number },
  ): Promise<OwnActivityRow[]> {
    const inOrder = (query: Knex.QueryBuilder) =>
      query.orderBy("created_at", direction).orderBy("id", direction);
    const parts = this.parts().map((narrow, index) => {
      const query = this.knex("activity_log").select(...COLUMNS);
      narrow(query);
      if (key) beyond(query, direction, key);
      return this.knex.select("*").from(
        inOrder(query)
          .limit(limit + offset)
          .as(`part${index}`),
      );
    });
    const [first, ...others] = parts;
    return (await inOrder(first!.unionAll(others)).limit(limit).offset(offset)) as OwnActivityRow[];
  }

  /** No row belongs to two parts. */
  private parts(): Narrow[] {
    const { userId, events } = this;
    const byOthers: Narrow = (query) =>
      void query.where((either) => either.whereNull("actor_id").orWhereNot("actor_id", userId));
    const parts: Narrow[] = [
      (query) => void query.where("actor_id", userId),
      (query) => byOthers(query.where({ subject_type: "user", subject_id: userId })),
      (query) =>
        byOthers(
          query
            .where("owner_id", userId)
            .where((either) => either.whereNull("subject_type").orWhereNot("subject_type", "user")),
        ),
    ];
    if (events === null) return parts;
    return parts.map((narrow) => (query) => narrow(query.whereIn("event", events)));
  }
}

/** Ties are broken by id. */
function beyond(query: Knex.QueryBuilder, direction: "asc" | "desc", { created_at, id }: RowKey): void {
  const sign = direction === "desc" ? "<" : ">";
  query
    .where("created_at", `${sign}=`, created_at!)
    .where((either) => either.where("created_at", sign, created_at!).orWhere("id", sign, id!));
}
