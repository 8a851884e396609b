import type { Knex } from "knex";

const TOKENS = "personal_access_tokens";

/** `personal_access_tokens.owner_key`, by which tokens are sorted by owner: as much of the owner's text as an index can sort. */
export const OWNER_KEY = "substr(users.search_key, 1, 700)";

/** Writes what tokens are sorted by when they are sorted by owner. @param column that has the ids */
export const setOwnerKeys = (
  knex: Knex,
  ids: readonly string[],
  column: "id" | "user_id" = "user_id",
): PromiseLike<unknown> =>
  knex(TOKENS)
    .whereIn(column, [...ids])
    .update({
      owner_key: knex("users")
        .where("users.id", knex.ref(`${TOKENS}.user_id`))
        .select(knex.raw(OWNER_KEY)),
    });
