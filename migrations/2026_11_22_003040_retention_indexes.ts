import type { Knex } from "knex";
import { changeOnce, changeSchema } from "../src/database/schema-change.js";
import { isSqlite } from "../src/database/table.js";

/** Indexes for finding rows past their retention. */
const AGES: [table: string, column: string][] = [
  ["mails", "created_at"],
  ["oauth_refresh_tokens", "family_expires_at"],
  ["oauth_clients", "revoked_at"],
];

/**
 * Indexes for checking whether a client is still in use. They replace those that MariaDB created for the foreign
 * keys.
 */
const OWNERS: [table: string, column: string][] = [
  ["oauth_refresh_tokens", "client_id"],
  ["oauth_authorization_codes", "client_id"],
  ["oauth_device_codes", "client_id"],
];

export async function up(knex: Knex): Promise<void> {
  for (const [name, column] of [...AGES, ...OWNERS]) {
    const change = knex.schema.alterTable(name, (table) => {
      table.index([column]);
    });
    await changeSchema(knex, change);
  }
}

export async function down(knex: Knex): Promise<void> {
  if (!isSqlite(knex))
    for (const [name, column] of OWNERS)
      await changeOnce(knex, `create index ${name}_${column}_foreign on ${name} (${column})`);
  for (const [name, column] of [...AGES, ...OWNERS])
    await knex.schema.alterTable(name, (table) => {
      table.dropIndex([column]);
    });
}
