import type { Knex } from "knex";

/**
 * The number of statements that wait for a row lock. InnoDB's own tables are unsuitable: they refresh at most ten
 * times a second.
 */
export async function lockWaits(knex: Knex): Promise<number> {
  const row = (await knex("information_schema.global_status")
    .where({ variable_name: "INNODB_ROW_LOCK_CURRENT_WAITS" })
    .first("variable_value as waits")) as { waits: string };
  return Number(row.waits);
}
