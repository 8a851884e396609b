import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "users", (table, columns) => {
    columns.uuid("id").primary();
    table.string("first_name", 255).notNullable();
    table.string("last_name", 255).notNullable();
    table.string("email", 255).notNullable();
    // unique only among accounts that aren't deleted, so deleting an account frees its address
    columns.generated("email_key", "deleted_at is null", "email");
    table.string("pending_email", 255);
    columns.time("email_verified_at");
    table.string("password", 100).notNullable();
    table.text("two_factor_secret");
    table.text("two_factor_recovery_codes");
    columns.time("two_factor_confirmed_at");
    table.bigInteger("two_factor_last_step");
    table.string("status", 32).defaultTo("active");
    table.string("timezone", 64).notNullable().defaultTo("UTC");
    table.string("locale", 16).notNullable().defaultTo("en");
    table.string("avatar", 255);
    columns.time("last_login_at");
    table.string("last_login_ip", 45);
    table.integer("version").notNullable().defaultTo(1);
    // the searched text: names, address and id in lower case, which is the same on every database
    table.text("search_key").notNullable();
    columns.time("deleted_at");
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
    table.unique(["email_key"]);
    // for the list of users, newest first, and its count
    table.index(["deleted_at", "created_at", "id"]);
    table.index(["status", "created_at", "id"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("users");
}
