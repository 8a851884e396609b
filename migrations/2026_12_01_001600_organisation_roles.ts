import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** The own roles of organisations. Memberships name them, beside the built-in ones. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "organisation_roles", (table, columns) => {
    columns
      .uuid("organisation_id")
      .notNullable()
      .references("id")
      .inTable("organisations")
      .onDelete("CASCADE");
    // as long as memberships.role
    columns.ascii("name", 16).notNullable();
    table.string("label", 50).notNullable();
    // names, separated by blanks
    columns.ascii("rights", 1000).notNullable();
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
    table.primary(["organisation_id", "name"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("organisation_roles");
}
