import type { Knex } from "knex";
import { inTransaction } from "./transaction.js";

const DAY = 86_400_000;
/** A row is written with the time of its event, so that days before yesterday get no new rows. */
const OPEN_DAYS = 2;
const TABLE = "activity_counts";

export interface CountedFilters {
  event?: string | undefined;
  subjectType?: string | undefined;
  /** Milliseconds since the epoch: the start of a UTC day, inclusive. */
  from?: number | undefined;
  /** Milliseconds since the epoch: the start of a UTC day, exclusive. */
  until?: number | undefined;
}

/**
 * Counts the rows of the audit log of one more past day by event and type. Several processes can run it.
 * @param time the present, in milliseconds since the epoch
 * @returns whether there may be another day
 */
export async function countDay(knex: Knex, time: number): Promise<boolean> {
  return inTransaction(knex, async (trx) => {
    await trx("locks").where({ name: "list_index" }).increment("taken", 1);
    const { last } = await countedDays(trx);
    const oldest = last === null ? await oldestDay(trx) : last + DAY;
    if (oldest === null || oldest + OPEN_DAYS * DAY > time) return false;
    const rows = (await trx("activity_log")
      .where("created_at", ">=", oldest)
      .where("created_at", "<", oldest + DAY)
      .groupBy("event", "subject_type")
      .select("event", "subject_type")
      .count({ rows_counted: "*" })) as {
      event: string;
      subject_type: string | null;
      rows_counted: number;
    }[];
    const counts = rows.map(({ subject_type, ...row }) => ({
      ...row,
      day: oldest,
      subject_type: subject_type ?? "",
    }));
    // marks the day as counted, also when it has no rows
    await trx(TABLE).insert([...counts, { day: oldest, event: "", subject_type: "", rows_counted: 0 }]);
    return true;
  });
}

/** Forgets the counts of the days up to this one, whose rows are about to be deleted. */
export const forgetDays = (knex: Knex, until: number): PromiseLike<number> =>
  knex(TABLE).where("day", "<=", until).del();

async function oldestDay(knex: Knex): Promise<number | null> {
  const [row] = (await knex("activity_log").min({ time: "created_at" })) as { time: number | null }[];
  return row!.time === null ? null : Math.floor(row!.time / DAY) * DAY;
}

/** The first and the last counted day; no day between them is missing. */
async function countedDays(knex: Knex): Promise<{ first: number | null; last: number | null }> {
  const [row] = (await knex(TABLE).min({ first: "day" }).max({ last: "day" })) as {
    first: number | null;
    last: number | null;
  }[];
  return row!;
}

/**
 * The number of rows that match, without regard to their visibility.
 * @param matching a new query for the matching rows
 */
export async function countActivity(
  knex: Knex,
  { event, subjectType, from = -Infinity, until = Infinity }: CountedFilters,
  matching: () => Knex.QueryBuilder,
): Promise<number> {
  const { first, last } = await countedDays(knex);
  if (first === null || last === null) return countOf(matching());
  const counted = knex(TABLE).sum({ total: "rows_counted" });
  if (event !== undefined) counted.where({ event });
  if (subjectType !== undefined) counted.where({ subject_type: subjectType });
  if (from > first) counted.where("day", ">=", from);
  if (until <= last) counted.where("day", "<", until);
  const [rows, older, newer] = await Promise.all([
    counted as Promise<{ total: number | string | null }[]>,
    from < first ? countOf(matching().where("created_at", "<", first)) : 0,
    until > last + DAY ? countOf(matching().where("created_at", ">=", last + DAY)) : 0,
  ]);
  return Number(rows[0]!.total ?? 0) + older + newer;
}

export async function countOf(query: Knex.QueryBuilder): Promise<number> {
  const [row] = (await query.count({ total: "*" })) as { total: number | string }[];
  return Number(row!.total);
}
