import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "activity_log", (table, columns) => {
    columns.uuid("id").primary();
    // no foreign key, because entries are kept when the account is deleted
    columns.uuid("actor_id");
    table.string("event", 64).notNullable();
    table.string("subject_type", 32);
    table.string("subject_id", 64);
    table.text("changes").notNullable();
    table.string("ip_address", 45);
    table.string("user_agent", 512);
    columns.uuid("trace_id");
    columns.time("created_at").notNullable().index();
    table.index(["actor_id", "created_at"]);
    table.index(["subject_type", "subject_id", "created_at"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("activity_log");
}
