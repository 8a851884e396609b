import type { Knex } from "knex";

/** By these names the release before knows the tokens it makes; nobody could choose them. */
const KINDS = new Map([
  ["auth-token", "sign_in"],
  ["api-dock", "api_dock"],
]);
const TABLE = "personal_access_tokens";
const BATCH = 500;

/**
 * How a token came to be, so that no name decides what it may do. Null in rows that the release before writes while both
 * serve: their name still tells. Names are compared here: some databases hold `Auth-Token` to be the same.
 */
export async function up(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasColumn(TABLE, "kind")))
    await knex.schema.alterTable(TABLE, (table) => {
      table.string("kind", 16);
    });
  let tokens: { id: string; name: string }[] = [];
  do {
    tokens = (await knex(TABLE)
      .where("id", ">", tokens.at(-1)?.id ?? "")
      .orderBy("id")
      .limit(BATCH)
      .select("id", "name")) as typeof tokens;
    for (const { id, name } of tokens)
      await knex(TABLE)
        .where({ id })
        .update({ kind: KINDS.get(name) ?? "personal" });
  } while (tokens.length === BATCH);
}

export async function down(knex: Knex): Promise<void> {
  // in plain SQL: on SQLite knex would copy the table
  await knex.raw(`alter table ${TABLE} drop column kind`);
}
