import type { Knex } from "knex";
import { countDay } from "../src/database/activity-counts.js";
import { changeOnce } from "../src/database/schema-change.js";
import { createTable, isSqlite } from "../src/database/table.js";
import { now } from "../src/lib/clock.js";

const BY_TIME = "activity_log_created_at_index";
const BY_TIME_AND_ID = "activity_log_created_at_id_index";

/** Counts the rows of the audit log by day, so that its totals don't read all rows; and orders rows of the same time. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "activity_counts", (table) => {
    table.bigInteger("day").notNullable();
    table.string("event", 64).notNullable();
    table.string("subject_type", 32).notNullable();
    table.integer("rows_counted").notNullable();
    table.primary(["day", "event", "subject_type"]);
  });
  await changeOnce(knex, `create index ${BY_TIME_AND_ID} on activity_log (created_at, id)`);
  await dropIndex(knex, BY_TIME);
  while (await countDay(knex, now()));
}

export async function down(knex: Knex): Promise<void> {
  await changeOnce(knex, `create index ${BY_TIME} on activity_log (created_at)`);
  await dropIndex(knex, BY_TIME_AND_ID);
  await knex.schema.dropTable("activity_counts");
}

const dropIndex = (knex: Knex, name: string): Promise<void> =>
  changeOnce(knex, `drop index ${name}${isSqlite(knex) ? "" : " on activity_log"}`);
