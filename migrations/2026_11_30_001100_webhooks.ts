import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** Addresses that events are sent to, and what was sent to them. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "webhooks", (table, columns) => {
    columns.uuid("id").primary();
    table.string("url", 500).notNullable();
    table.string("description", 255).notNullable();
    // JSON
    table.text("types").notNullable();
    table.boolean("paused").notNullable();
    table.string("pause_reason", 16);
    // the owner, whose rights decide what is sent
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    // encrypted
    table.text("secret").notNullable();
    table.text("previous_secret");
    columns.time("previous_secret_ends_at");
    columns.time("failing_since");
    table.integer("version").notNullable().defaultTo(1);
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
    table.index(["user_id"]);
  });
  await createTable(knex, "webhook_deliveries", (table, columns) => {
    columns.uuid("id").primary();
    columns.uuid("webhook_id").notNullable().references("id").inTable("webhooks").onDelete("CASCADE");
    // no foreign key, because a test isn't an event
    columns.uuid("event_id").notNullable();
    table.string("event_type", 64).notNullable();
    table.string("subject_type", 32).notNullable();
    columns.ascii("subject_id", 64).notNullable();
    table.bigInteger("position").notNullable();
    columns.ascii("status", 16).notNullable();
    table.integer("attempts").notNullable().defaultTo(0);
    // null when it isn't tried any more
    columns.time("next_attempt_at");
    // until then it belongs to the process that sends it
    columns.time("leased_until");
    columns.uuid("lease_id");
    // JSON; null before it is sent and some days afterwards
    table.text("payload", "mediumtext");
    table.integer("answer_status");
    table.text("answer_excerpt");
    table.string("error", 32);
    table.integer("duration_ms");
    columns.time("first_attempt_at");
    columns.time("delivered_at");
    // when the payload and the answer are erased; null without them
    columns.time("erase_at").index();
    columns.time("created_at").notNullable().index();
    // since when the oldest one waits
    table.index(["status", "next_attempt_at", "created_at"]);
    table.index(["webhook_id", "status", "next_attempt_at"]);
    // the order of what is about one subject
    table.index(["webhook_id", "subject_id", "status", "position"]);
    table.index(["webhook_id", "created_at", "id"]);
    table.index(["webhook_id", "status", "created_at", "id"]);
    // what is about a person is redacted with the account
    table.index(["subject_id"]);
    table.index(["event_id"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ["webhook_deliveries", "webhooks"]) await knex.schema.dropTable(table);
}
