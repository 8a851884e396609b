import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** Organisations, and which accounts are their members. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "organisations", (table, columns) => {
    columns.uuid("id").primary();
    table.string("name", 100).notNullable();
    columns.ascii("slug", 48).notNullable().unique();
    table.integer("version").notNullable().defaultTo(1);
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
    table.index(["name", "id"]);
    table.index(["created_at", "id"]);
  });
  await createTable(knex, "memberships", (table, columns) => {
    columns
      .uuid("organisation_id")
      .notNullable()
      .references("id")
      .inTable("organisations")
      .onDelete("CASCADE");
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    columns.ascii("role", 16).notNullable();
    columns.time("created_at").notNullable();
    table.primary(["organisation_id", "user_id"]);
    // the members of an organisation, newest first
    table.index(["organisation_id", "created_at", "user_id"]);
    table.index(["organisation_id", "role", "created_at", "user_id"]);
    // the organisations of a person
    table.index(["user_id", "organisation_id"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ["memberships", "organisations"]) await knex.schema.dropTable(table);
}
