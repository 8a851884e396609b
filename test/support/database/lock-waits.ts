import type { Knex } from "knex";

/**
 * The number of statements that wait for a row lock. InnoDB's own tables are unsuitable: they refresh at most ten
 * times a second.
 */
export async function lockWaits(knex: Knex): Promise<number> {
  const [[row]] = (await knex.raw("show global status like 'Innodb_row_lock_current_waits'")) as [
    [{ Value: string }],
  ];
  return Number(row.Value);
}
