import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";
import { isSqlite } from "../src/database/table.js";

/** One index per sort order of the lists of users and tokens, so that every page is read in order. */
const ORDERS: [table: string, columns: string[]][] = [
  ["users", ["deleted_at", "id"]],
  ["users", ["deleted_at", "first_name", "id"]],
  ["users", ["deleted_at", "last_name", "id"]],
  ["users", ["deleted_at", "updated_at", "id"]],
  ["users", ["deleted_at", "last_login_at", "id"]],
  ["personal_access_tokens", ["revoked_at", "search_key", "id"]],
  ["personal_access_tokens", ["revoked_at", "created_at", "id"]],
  ["personal_access_tokens", ["revoked_at", "expires_at", "id"]],
  ["personal_access_tokens", ["revoked_at", "last_used_at", "id"]],
];
/** The list also excludes deleted accounts. */
const REPLACED: [table: string, columns: string[]] = ["users", ["last_login_at"]];
const TOKENS = "personal_access_tokens";
/** Lower case can have twice as many characters. */
const SEARCH_KEY_LENGTH = 510;

export async function up(knex: Knex): Promise<void> {
  // a text can't be the column of an index on MariaDB and MySQL
  if (!isSqlite(knex))
    await knex.raw(`alter table ${TOKENS} modify search_key varchar(${SEARCH_KEY_LENGTH})`);
  for (const [table, columns] of ORDERS)
    await changeOnce(knex, `create index ${nameOf(table, columns)} on ${table} (${columns.join(", ")})`);
  await dropIndex(knex, ...REPLACED);
}

export async function down(knex: Knex): Promise<void> {
  const [table, columns] = REPLACED;
  await changeOnce(knex, `create index ${nameOf(table, columns)} on ${table} (${columns.join(", ")})`);
  for (const order of ORDERS) await dropIndex(knex, ...order);
  if (!isSqlite(knex)) await knex.raw(`alter table ${TOKENS} modify search_key text`);
}

const nameOf = (table: string, columns: readonly string[]): string =>
  `${table}_${columns.join("_")}_index`.toLowerCase();

const dropIndex = (knex: Knex, table: string, columns: readonly string[]): Promise<void> =>
  changeOnce(knex, `drop index ${nameOf(table, columns)}${isSqlite(knex) ? "" : ` on ${table}`}`);
