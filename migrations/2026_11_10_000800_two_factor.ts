import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "two_factor_challenges", (table, columns) => {
    columns.sha256("challenge_hash").primary();
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    columns.time("expires_at").notNullable().index();
    columns.time("consumed_at");
    columns.time("created_at").notNullable();
    table.index(["user_id"]);
  });
  await createTable(knex, "two_factor_failures", (table, columns) => {
    columns.uuid("user_id").primary().references("id").inTable("users").onDelete("CASCADE");
    table.integer("failures").notNullable();
    columns.time("paused_until");
    columns.time("updated_at").notNullable();
  });
  // consecutive failures of a browser that has signed in to the account before; they block only this browser
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
  for (const table of ["device_failures", "failures", "challenges"])
    await knex.schema.dropTable(`two_factor_${table}`);
}
