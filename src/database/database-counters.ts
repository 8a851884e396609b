import type { Knex } from "knex";
import { now } from "../lib/clock.js";
import type { Count, CounterStore } from "../lib/counters.js";
import { changeBuilt, sqlOf } from "./built-queries.js";
import { selectOne } from "./raw.js";
import { isSqlite } from "./table.js";
import { inTransaction } from "./transaction.js";

interface Row {
  hits: number;
  expires_at: number;
}

const SQLITE = `insert into rate_limits (key, hits, expires_at) values (?, ?, ?)
  on conflict (key) do update set
    hits = case when expires_at <= ? then excluded.hits else hits + excluded.hits end,
    expires_at = case when expires_at <= ? then excluded.expires_at else expires_at end
  returning hits, expires_at`;
// assignments run from left to right, so that the old expiry decides about hits
const MYSQL = `insert into rate_limits (\`key\`, hits, expires_at) values (?, ?, ?)
  on duplicate key update
    hits = if(expires_at <= ?, values(hits), hits + values(hits)),
    expires_at = if(expires_at <= ?, values(expires_at), expires_at)`;

const PRUNED_AT_ONCE = 1000;

/** Counters in the database: exact, and shared by all processes. */
export class DatabaseCounters implements CounterStore {
  constructor(private readonly knex: Knex) {}

  async add(key: string, hits: number, windowMs: number): Promise<Count> {
    const time = now();
    const bindings = [key, hits, time + windowMs, time, time];
    const row = isSqlite(this.knex)
      ? (await selectOne<Row>(this.knex, SQLITE, bindings))!
      : await inTransaction(this.knex, async (trx) => {
          await trx.raw(MYSQL, bindings);
          return (await trx<Row>("rate_limits")
            .where({ key } as object)
            .first("hits", "expires_at"))!;
        });
    return { hits: row.hits, resetsAt: row.expires_at };
  }

  async reset(key: string): Promise<void> {
    await changeBuilt(this.knex, "reset of a counter", { key }, (marks) =>
      sqlOf(this.knex("rate_limits").where(marks).del()),
    );
  }

  async prune(): Promise<void> {
    const expired = (): Knex.QueryBuilder => this.knex("rate_limits").where("expires_at", "<=", now());
    for (;;) {
      const keys = (await expired().limit(PRUNED_AT_ONCE).pluck("key")) as string[];
      // the condition is repeated, because a counter may have started again
      if (keys.length > 0) await expired().whereIn("key", keys).del();
      if (keys.length < PRUNED_AT_ONCE) return;
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
