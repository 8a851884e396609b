import type { Knex } from "knex";
import { changeTable, createTable } from "../src/database/table.js";

/** Who may join an organisation with an address of its domain, and who has asked to. */
export async function up(knex: Knex): Promise<void> {
  await changeTable(knex, "organisation_domains", (_table, columns) => {
    columns.ascii("joining", 9).notNullable().defaultTo("nobody");
  });
  await createTable(knex, "organisation_join_requests", (table, columns) => {
    columns.uuid("id").primary();
    columns
      .uuid("organisation_id")
      .notNullable()
      .references("id")
      .inTable("organisations")
      .onDelete("CASCADE");
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    // null while nobody has decided; afterwards the account joins by an invitation only
    columns.time("closed_at").nullable();
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
    table.unique(["organisation_id", "user_id"]);
    table.index(["organisation_id", "closed_at", "created_at", "id"], "organisation_join_requests_open");
    table.index(["user_id"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("organisation_join_requests");
  // plain SQL, because knex would copy the whole table on SQLite
  await knex.raw("alter table organisation_domains drop column joining");
}
