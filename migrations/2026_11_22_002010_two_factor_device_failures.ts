import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** Consecutive failures of a browser that has signed in to the account before. They block only this browser. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "two_factor_device_failures", (table, columns) => {
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    table.string("device", 32).notNullable();
    table.integer("failures").notNullable();
    columns.time("paused_until");
    columns.time("updated_at").notNullable().index();
    table.primary(["user_id", "device"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("two_factor_device_failures");
}
