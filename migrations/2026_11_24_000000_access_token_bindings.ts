import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";
import { isSqlite } from "../src/database/table.js";

const GRANTS = ["oauth_authorization_codes", "oauth_access_tokens", "oauth_refresh_tokens"];

/**
 * Adds the resources that tokens are for (RFC 8707), as a JSON list, and the thumbprint of the key that must come with them
 * (RFC 9449). Null for neither.
 */
export async function up(knex: Knex): Promise<void> {
  const thumbprint = isSqlite(knex) ? "blob" : "binary(32)";
  for (const table of GRANTS) {
    await changeOnce(knex, `alter table ${table} add column resources text`);
    await changeOnce(knex, `alter table ${table} add column key_thumbprint ${thumbprint}`);
  }
  await changeOnce(knex, "alter table oauth_device_codes add column resources text");
}

export async function down(knex: Knex): Promise<void> {
  // plain SQL, because knex would copy the whole table on SQLite
  await knex.raw("alter table oauth_device_codes drop column resources");
  for (const table of GRANTS) {
    await knex.raw(`alter table ${table} drop column key_thumbprint`);
    await knex.raw(`alter table ${table} drop column resources`);
  }
}
