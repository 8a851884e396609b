import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";

/** Adds how each client takes part in the protocols. Null for the defaults. `subject_salt` is the key of pairwise ids. */
export async function up(knex: Knex): Promise<void> {
  await changeOnce(knex, "alter table oauth_clients add column options text");
  await changeOnce(knex, "alter table oauth_clients add column subject_salt varchar(64)");
}

export async function down(knex: Knex): Promise<void> {
  // plain SQL, because knex would copy the whole table on SQLite
  await knex.raw("alter table oauth_clients drop column subject_salt");
  await knex.raw("alter table oauth_clients drop column options");
}
