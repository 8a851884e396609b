import type { Knex } from "knex";
import { isSqlite } from "../src/database/table.js";

const NAME = "oauth_access_tokens_user_id_index";

/** Tokens of clients belong to nobody: on SQLite, which knows partial indexes, they stay out of the index of people. */
export async function up(knex: Knex): Promise<void> {
  await rebuild(knex, "where user_id is not null");
}

export async function down(knex: Knex): Promise<void> {
  await rebuild(knex, "");
}

async function rebuild(knex: Knex, condition: string): Promise<void> {
  if (!isSqlite(knex)) return;
  await knex.raw(`drop index ${NAME}`);
  await knex.raw(`create index ${NAME} on oauth_access_tokens (user_id) ${condition}`);
}
