import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** Who is invited to an organisation and hasn't joined yet. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "organisation_invitations", (table, columns) => {
    columns.uuid("id").primary();
    columns
      .uuid("organisation_id")
      .notNullable()
      .references("id")
      .inTable("organisations")
      .onDelete("CASCADE");
    table.string("email", 255).notNullable();
    columns.ascii("role", 64).notNullable();
    columns.sha256("token_hash").notNullable().unique();
    columns.uuid("invited_by").references("id").inTable("users").onDelete("SET NULL");
    columns.time("expires_at").notNullable().index();
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
    // one for each address
    table.unique(["organisation_id", "email"]);
    table.index(["organisation_id", "created_at", "id"]);
    // those of an address that is erased
    table.index(["email"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("organisation_invitations");
}
