import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";

/** Adds the trace id of the request that queued a mail or ended a session, for the log of their delivery. */
export async function up(knex: Knex): Promise<void> {
  await changeOnce(knex, "alter table mails add column trace_id char(36)");
  await changeOnce(knex, "alter table oauth_logins add column logout_trace_id char(36)");
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("alter table mails drop column trace_id");
  await knex.raw("alter table oauth_logins drop column logout_trace_id");
}
