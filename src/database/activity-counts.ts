import type { Knex } from "knex";
import { inTransaction, takeLock } from "./transaction.js";

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
    await takeLock(trx, "list_index");
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
export const deleteDays = (knex: Knex, until: number): PromiseLike<number> =>
  knex(TABLE).where("day", "<=", until).del();

/**
 * Compares the counted days with the rows.
 * @param repairs whether wrong counts are forgotten, so that the days are counted again
 * @returns the number of wrong days
 */
export async function checkDayCounts(knex: Knex, repairs: boolean): Promise<number> {
  return inTransaction(knex, async (trx) => {
    await takeLock(trx, "list_index");
    const days = (await trx(TABLE).distinct().orderBy("day").pluck("day")) as number[];
    const wrong: number[] = [];
    for (const day of days) {
      const rows = trx("activity_log").where("created_at", ">=", day);
      const [stored] = (await trx(TABLE).where({ day }).sum({ n: "rows_counted" })) as { n: number }[];
      if ((await countOf(rows.where("created_at", "<", day + DAY))) !== Number(stored!.n)) wrong.push(day);
    }
    // no day may be missing between two others
    if (repairs && wrong.length > 0) await trx(TABLE).where("day", ">=", wrong[0]!).del();
    return wrong.length;
  });
}

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
