import type { Knex } from "knex";
import { changeOnce, eachRow } from "../src/database/schema-change.js";

/** By these names the release before knows the tokens it makes; nobody could choose them. */
const KINDS = new Map([
  ["auth-token", "sign_in"],
  ["api-dock", "api_dock"],
]);
const TABLE = "personal_access_tokens";

/**
 * How a token came to be, so that no name decides what it may do. Null in rows that the release before writes while both
 * serve: their name still tells. Names are compared here: some databases hold `Auth-Token` to be the same.
 */
export async function up(knex: Knex): Promise<void> {
  await changeOnce(knex, `alter table ${TABLE} add column kind varchar(16)`);
  await eachRow<{ id: string; name: string }>(
    () => knex(TABLE).select("id", "name"),
    ({ id, name }) =>
      knex(TABLE)
        .where({ id })
        .update({ kind: KINDS.get(name) ?? "personal" }),
  );
}

export async function down(knex: Knex): Promise<void> {
  // in plain SQL: on SQLite knex would copy the table
  await knex.raw(`alter table ${TABLE} drop column kind`);
}
