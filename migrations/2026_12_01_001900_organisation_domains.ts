import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** The domains of organisations. One organisation at most has proven that a domain is its own. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "organisation_domains", (table, columns) => {
    columns
      .uuid("organisation_id")
      .notNullable()
      .references("id")
      .inTable("organisations")
      .onDelete("CASCADE");
    columns.ascii("domain", 230).notNullable();
    columns.ascii("challenge", 43).notNullable();
    // the domain again once it is verified, until then null, so that one row at most has it
    columns.ascii("verified_domain", 230).nullable().unique();
    columns.time("verified_at").nullable();
    columns.time("created_at").notNullable();
    table.primary(["organisation_id", "domain"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("organisation_domains");
}
