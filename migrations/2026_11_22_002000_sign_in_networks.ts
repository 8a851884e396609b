import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** The networks from which an account signed in: a /24 of IPv4 or a /48 of IPv6. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "sign_in_networks", (table, columns) => {
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    table.string("network", 64).notNullable();
    columns.time("last_used_at").notNullable().index();
    table.primary(["user_id", "network"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("sign_in_networks");
}
