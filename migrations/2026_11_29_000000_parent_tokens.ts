import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";
import { isSqlite } from "../src/database/table.js";

/** Adds the token that created a personal access token; null for one that its owner created. */
export async function up(knex: Knex): Promise<void> {
  await changeOnce(knex, "alter table personal_access_tokens add column parent_token_id char(36)");
  await changeOnce(knex, "create index pat_parent_token on personal_access_tokens (parent_token_id)");
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    isSqlite(knex) ? "drop index pat_parent_token" : "drop index pat_parent_token on personal_access_tokens",
  );
  await knex.raw("alter table personal_access_tokens drop column parent_token_id");
}
