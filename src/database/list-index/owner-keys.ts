import type { Knex } from "knex";
import { OWNER_KEY } from "./sources.js";

const TOKENS = "personal_access_tokens";

/** Writes what tokens are sorted by when they are sorted by owner. @param column that has the ids */
export const setOwnerKeys = (
  knex: Knex,
  ids: readonly string[],
  column: "id" | "user_id" = "user_id",
): PromiseLike<unknown> =>
  knex(TOKENS)
    .whereIn(column, ids)
    .update({
      owner_key: knex("users")
        .where("users.id", knex.ref(`${TOKENS}.user_id`))
        .select(knex.raw(OWNER_KEY)),
    });
