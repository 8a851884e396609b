import type { Knex } from "knex";
import { createTable, isSqlite } from "../src/database/table.js";

export async function up(knex: Knex): Promise<void> {
  const binary = (length: number): string => (isSqlite(knex) ? "blob" : `varbinary(${length})`);
  await createTable(knex, "passkeys", (table, columns) => {
    columns.uuid("id").primary();
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    columns.sha256("credential_hash").notNullable().unique();
    table.specificType("credential_id", binary(1023)).notNullable();
    table.specificType("public_key", binary(4096)).notNullable();
    table.bigInteger("sign_count").notNullable();
    table.string("name", 64).notNullable();
    columns.uuid("aaguid").notNullable();
    table.text("transports").notNullable();
    table.boolean("can_back_up").notNullable();
    table.boolean("is_backed_up").notNullable();
    columns.time("last_used_at");
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
    table.index(["user_id", "created_at"]);
  });
  await createTable(knex, "passkey_challenges", (table, columns) => {
    columns.sha256("challenge_hash").primary();
    columns.uuid("user_id").references("id").inTable("users").onDelete("CASCADE");
    table.string("purpose", 20).notNullable();
    columns.time("expires_at").notNullable().index();
    columns.time("consumed_at");
    columns.time("created_at").notNullable();
    table.index(["user_id"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ["passkey_challenges", "passkeys"]) await knex.schema.dropTable(table);
}
