import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** What happened, for other applications, and the last position that was given to an event. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "events", (table, columns) => {
    // the order of the insertions, which for one subject is the order of its changes
    table.bigIncrements("seq");
    columns.uuid("id").notNullable().unique();
    table.string("type", 64).notNullable();
    table.string("subject_type", 32).notNullable();
    columns.ascii("subject_id", 64).notNullable();
    // no foreign keys, because events are kept when their account is deleted
    columns.uuid("owner_id").index();
    columns.uuid("actor_id");
    columns.ascii("client_id", 36);
    columns.uuid("trace_id").notNullable();
    columns.time("occurred_at").notNullable().index();
    // JSON; null once the person was anonymised
    table.text("data", "mediumtext");
    table.text("previous", "mediumtext");
    // null until the transaction of the change has committed
    table.bigInteger("position").unique();
    table.index(["subject_id", "position"]);
    table.index(["type", "position"]);
  });
  await createTable(knex, "event_sequence", (table) => {
    table.integer("id").primary();
    table.bigInteger("last_position").notNullable();
  });
  await knex("event_sequence").insert({ id: 1, last_position: 0 }).onConflict("id").ignore();
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ["event_sequence", "events"]) await knex.schema.dropTable(table);
}
