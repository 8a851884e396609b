import type { Knex } from "knex";
import { createTable, isSqlite } from "../src/database/table.js";

/** One index per sort order of the list of tokens, so that every page is read in order. */
const ORDERS = [
  ["search_key", "id"],
  ["created_at", "id"],
  ["expires_at", "id"],
  ["last_used_at", "id"],
  ["owner_key", "id"],
];

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "personal_access_tokens", (table, columns) => {
    columns.uuid("id").primary();
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    table.string("name", 255).notNullable();
    // the name in lower case, which is the same on every database and can have twice as many characters
    table.specificType("search_key", isSqlite(knex) ? "text" : "varchar(510)");
    // as much of the owner's text as an index can sort
    table.string("owner_key", 700);
    table.string("kind", 16);
    columns.sha256("token_hash").notNullable().unique();
    // the token that created this one; null for one that its owner created
    table.uuid("parent_token_id");
    table.text("scopes").notNullable();
    table.boolean("scopes_selected");
    // the last notice about its expiry, as the number of days before it
    table.integer("expiry_notice_days");
    columns.time("expires_at").notNullable();
    columns.time("revoked_at");
    // when its owner last confirmed the password with it; null means when it was issued
    columns.time("confirmed_at");
    columns.time("last_used_at");
    table.string("last_used_ip", 45);
    columns.time("created_at").notNullable();
    table.index(["user_id", "created_at"]);
    table.index(["expires_at"]);
    table.index(["parent_token_id"], "pat_parent_token");
    for (const order of ORDERS) table.index(["revoked_at", ...order]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("personal_access_tokens");
}
