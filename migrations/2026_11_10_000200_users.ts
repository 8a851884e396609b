import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

/** One index per sort order of the list of users, so that every page is read in order. */
const ORDERS = [
  ["id"],
  ["created_at", "id"],
  ["updated_at", "id"],
  ["last_login_at", "id"],
  ["first_name", "id"],
  ["last_name", "id"],
  ["first_name", "last_name", "id"],
  ["email", "id"],
  ["status", "id"],
  ["status", "created_at", "id"],
  ["second_factor", "created_at", "id"],
];

/** The second factor, by which the list of users is filtered. */
const SECOND_FACTOR = `smallint generated always as
  (case when two_factor_confirmed_at is not null or passkey_count > 0 then 1 else 0 end) virtual`;

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "users", (table, columns) => {
    columns.uuid("id").primary();
    table.string("first_name", 255).notNullable();
    table.string("last_name", 255).notNullable();
    table.string("email", 255).notNullable();
    // unique only among accounts that aren't deleted, so deleting an account frees its address
    columns.generated("email_key", "deleted_at is null", "email");
    table.string("pending_email", 255);
    // counts changes of the address, including requested ones; a verification link is valid for one value
    table.integer("email_version").notNullable().defaultTo(0);
    columns.time("email_verified_at");
    // null for an account without one
    table.string("password", 255);
    // a hash of another application
    table.boolean("password_imported").notNullable().defaultTo(false);
    // someone else set it, so its owner must replace it
    table.boolean("password_must_change").notNullable().defaultTo(false);
    table.text("two_factor_secret");
    table.text("two_factor_recovery_codes");
    columns.time("two_factor_confirmed_at");
    table.bigInteger("two_factor_last_step");
    // when the requirement of a second factor began to cover the account
    columns.time("two_factor_required_at");
    // every request reads the two numbers with the account
    table.integer("passkey_count").notNullable().defaultTo(0);
    table.integer("identity_count").notNullable().defaultTo(0);
    columns.time("passkey_offer_dismissed_at");
    table.specificType("second_factor", SECOND_FACTOR);
    table.string("status", 32).defaultTo("active");
    // the time of a denied status whose revocation isn't complete
    columns.time("revocation_pending_at");
    table.string("timezone", 64).notNullable().defaultTo("UTC");
    table.string("locale", 16).notNullable().defaultTo("en");
    table.string("avatar", 255);
    columns.time("last_login_at");
    table.string("last_login_ip", 45);
    columns.time("previous_login_at");
    table.string("previous_login_ip", 45);
    table.integer("version").notNullable().defaultTo(1);
    // transactions write it to lock the account on every node of a cluster
    table.integer("lock_count").notNullable().defaultTo(0);
    // the searched text: names, address and id in lower case, which is the same on every database
    table.text("search_key").notNullable();
    columns.time("anonymised_at");
    columns.time("deleted_at");
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
    table.unique(["email_key"]);
    for (const order of ORDERS) table.index(["deleted_at", ...order]);
    // for removing unused pictures, and for background work
    table.index(["avatar"]);
    table.index(["anonymised_at", "deleted_at"]);
    table.index(["revocation_pending_at"]);
    table.index(["two_factor_required_at"]);
  });
  await createTable(knex, "password_resets", (table, columns) => {
    columns.sha256("token_hash").primary();
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    // the link invites the owner of an account without a password to choose one
    table.boolean("is_invitation").notNullable().defaultTo(false);
    columns.time("expires_at").notNullable().index();
    columns.time("created_at").notNullable();
    table.index(["user_id"]);
  });
  // the networks from which an account signed in: a /24 of IPv4 or a /48 of IPv6
  await createTable(knex, "sign_in_networks", (table, columns) => {
    columns.uuid("user_id").notNullable().references("id").inTable("users").onDelete("CASCADE");
    table.string("network", 64).notNullable();
    columns.time("last_used_at").notNullable().index();
    table.primary(["user_id", "network"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ["sign_in_networks", "password_resets", "users"]) await knex.schema.dropTable(table);
}
