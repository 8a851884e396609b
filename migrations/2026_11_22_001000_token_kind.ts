import type { Knex } from "knex";
import { changeOnce, eachRow } from "../src/database/schema-change.js";

/** The names of the tokens that the previous release issued itself. Users couldn't choose these names. */
const KINDS = new Map([
  ["auth-token", "sign_in"],
  ["api-dock", "api_dock"],
]);
const TABLE = "personal_access_tokens";

/**
 * Adds the kind of a token, so that its rights no longer depend on its name. During a rolling upgrade the previous
 * release leaves it null, and the name still decides. Names are compared in this code, because some databases ignore
 * case.
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
  // plain SQL, because knex would copy the whole table on SQLite
  await knex.raw(`alter table ${TABLE} drop column kind`);
}
