import type { Knex } from "knex";

/**
 * How many statements of the server wait for a row at this moment. InnoDB's own tables would not tell: they show the same
 * again to whoever asks more than ten times a second.
 */
export async function lockWaits(knex: Knex): Promise<number> {
  const row = (await knex("information_schema.global_status")
    .where({ variable_name: "INNODB_ROW_LOCK_CURRENT_WAITS" })
    .first("variable_value as waits")) as { waits: string };
  return Number(row.waits);
}
