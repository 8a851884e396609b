import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** Tokens with which a directory provisions an organisation (SCIM), and what it says of people. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "organisation_scim_tokens", (table, columns) => {
    columns.uuid("id").primary();
    columns
      .uuid("organisation_id")
      .notNullable()
      .references("id")
      .inTable("organisations")
      .onDelete("CASCADE");
    table.string("name", 100).notNullable();
    columns.sha256("token_hash").notNullable().unique();
    columns.uuid("created_by").nullable().references("id").inTable("users").onDelete("SET NULL");
    columns.time("last_used_at").nullable();
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
    table.index(["organisation_id", "created_at", "id"], "scim_tokens_of_organisation");
  });
  // people whom a directory has provisioned or deactivated. Who is active has a membership, too
  await createTable(knex, "organisation_provisioned_users", (table, columns) => {
    columns
      .uuid("organisation_id")
      .notNullable()
      .references("id")
      .inTable("organisations")
      .onDelete("CASCADE");
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    // what the directory calls the person
    table.string("external_id", 255).nullable();
    // whether provisioning made the account
    table.boolean("made_account").notNullable();
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
    table.primary(["organisation_id", "user_id"]);
    table.unique(["organisation_id", "external_id"], { indexName: "provisioned_external_id" });
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ["organisation_provisioned_users", "organisation_scim_tokens"])
    await knex.schema.dropTable(table);
}
