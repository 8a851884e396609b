import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";
import { createTable, isSqlite } from "../src/database/table.js";

/**
 * Passkeys, the challenges of their ceremonies, and how many an account has, which every request reads with the account.
 * The former version ignores the columns.
 */
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
  // plain SQL, because knex would copy the whole table on SQLite, including the generated column
  await changeOnce(knex, "alter table users add column passkey_count integer not null default 0");
  await changeOnce(knex, "alter table users add column passkey_offer_dismissed_at bigint");
}

export async function down(knex: Knex): Promise<void> {
  for (const column of ["passkey_offer_dismissed_at", "passkey_count"])
    await knex.raw(`alter table users drop column ${column}`);
  await knex.schema.dropTable("passkey_challenges");
  await knex.schema.dropTable("passkeys");
}
