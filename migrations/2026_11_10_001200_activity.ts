import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** The columns of the log's filters. The index of a subject's id needs no type, because ids are unique across types. */
const FILTERS = ["actor_id", "owner_id", "subject_id", "subject_type", "event", "ip_address"];

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "activity_log", (table, columns) => {
    columns.uuid("id").primary();
    // no foreign key, because entries are kept when the account is deleted
    columns.uuid("actor_id");
    // of a subject that isn't an account; the rank of the owner restricts who can see the event
    columns.uuid("owner_id");
    table.string("event", 64).notNullable();
    table.string("subject_type", 32);
    table.string("subject_id", 64);
    table.text("changes").notNullable();
    table.string("ip_address", 45);
    table.string("user_agent", 512);
    columns.uuid("trace_id").index();
    columns.time("created_at").notNullable();
    // orders rows of the same time
    table.index(["created_at", "id"]);
    for (const column of FILTERS) table.index([column, "created_at"]);
  });
  // counts of past days, so that totals don't read all rows
  await createTable(knex, "activity_counts", (table) => {
    table.bigInteger("day").notNullable();
    table.string("event", 64).notNullable();
    table.string("subject_type", 32).notNullable();
    table.integer("rows_counted").notNullable();
    table.primary(["day", "event", "subject_type"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ["activity_counts", "activity_log"]) await knex.schema.dropTable(table);
}
