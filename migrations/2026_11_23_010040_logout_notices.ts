import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";

const INDEX = "oauth_logins_logout_due_at_index";

/**
 * Adds to each sign-in what the client asked for, and when the client is told that the session has ended. The time is null
 * while it hasn't ended, and after the client was told.
 */
export async function up(knex: Knex): Promise<void> {
  await changeOnce(knex, "alter table oauth_logins add column claims text");
  await changeOnce(
    knex,
    "alter table oauth_logins add column notifies_logout boolean not null default false",
  );
  await changeOnce(knex, "alter table oauth_logins add column logout_due_at bigint");
  await changeOnce(knex, "alter table oauth_logins add column logout_attempts integer not null default 0");
  await changeOnce(knex, "alter table oauth_logins add column session_ended_at bigint");
  await changeOnce(knex, `create index ${INDEX} on oauth_logins (logout_due_at)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable("oauth_logins", (table) => table.dropIndex([], INDEX));
  for (const column of ["session_ended_at", "logout_attempts", "logout_due_at", "notifies_logout", "claims"])
    await knex.raw(`alter table oauth_logins drop column ${column}`);
}
