import type { Knex } from "knex";
import { now } from "../lib/clock.js";
import type { Count, CounterStore } from "../lib/counters/counters.js";
import { changeRows, selectAll } from "./raw.js";
import { isSqlite } from "./table.js";
import { inTransaction } from "./transaction.js";

interface Row {
  key: string;
  hits: number;
  expires_at: number;
}

/** One statement, and so one commit, for any number of keys. */
const SQLITE = `insert into rate_limits (key, hits, expires_at)
  select key, value, ? from json_each(?) where true
  on conflict (key) do update set
    hits = case when expires_at <= ? then excluded.hits else hits + excluded.hits end,
    expires_at = case when expires_at <= ? then excluded.expires_at else expires_at end
  returning key, hits, expires_at`;
// assignments run from left to right, so that the old expiry decides about hits
const mysql = (keys: number): string => `insert into rate_limits (\`key\`, hits, expires_at)
  values ${Array<string>(keys).fill("(?, ?, ?)").join()}
  on duplicate key update
    hits = if(expires_at <= ?, values(hits), hits + values(hits)),
    expires_at = if(expires_at <= ?, values(expires_at), expires_at)`;

const PRUNED_AT_ONCE = 1000;

/** Counters in the database: exact, and shared by all processes. */
export class DatabaseCounters implements CounterStore {
  constructor(private readonly knex: Knex) {}

  async add(key: string, hits: number, windowMs: number): Promise<Count> {
    return (await this.addAll(new Map([[key, hits]]), windowMs)).get(key)!;
  }

  async addAll(hits: ReadonlyMap<string, number>, windowMs: number): Promise<Map<string, Count>> {
    const add = isSqlite(this.knex) ? addOnSqlite : addOnMysql;
    const rows = await add(this.knex, hits, now(), windowMs);
    return new Map(rows.map(({ key, hits, expires_at }) => [key, { hits, resetsAt: expires_at }]));
  }

  async reset(key: string): Promise<void> {
    await this.knex("rate_limits").where({ key }).del();
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

type Add = (
  knex: Knex,
  hits: ReadonlyMap<string, number>,
  time: number,
  windowMs: number,
) => Promise<readonly Row[]>;

const addOnSqlite: Add = (knex, hits, time, windowMs) =>
  selectAll<Row>(knex, SQLITE, [time + windowMs, JSON.stringify(Object.fromEntries(hits)), time, time]);

const addOnMysql: Add = (knex, hits, time, windowMs) =>
  inTransaction(knex, async (trx) => {
    // in one order, so that processes don't wait for each other in a circle
    const rows = [...hits].sort(([one], [other]) => (one < other ? -1 : 1));
    const values = rows.flatMap(([key, count]) => [key, count, time + windowMs]);
    await changeRows(trx, mysql(rows.length), [...values, time, time]);
    return trx<Row>("rate_limits")
      .whereIn("key", [...hits.keys()])
      .select("key", "hits", "expires_at");
  });
