import type { Knex } from "knex";
import { setOwnerKeys } from "../database/list-index/owner-keys.js";
import { listStateIndex } from "../database/list-index/sources.js";
import { withIndexHint } from "../database/table.js";
import { inTransaction } from "../database/transaction.js";
import { searchKey } from "./user.js";

const BATCH = 500;
const TOKENS = "personal_access_tokens";

interface Row {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  search_key: string;
}

/**
 * Completes rows that the previous release wrote: it separates the fields of `users.search_key` by spaces and doesn't
 * know `owner_key` of tokens. Such rows have changed since they were indexed, so only those are read.
 * @returns whether there may be more
 */
export async function adoptFormerRows(knex: Knex): Promise<boolean> {
  const users = (await withIndexHint(knex, "users", listStateIndex("users"))
    .where("list_state", ">=", -1)
    .whereRaw("search_key not like ?", ["\n%"])
    .limit(BATCH)
    .select("id", "first_name", "last_name", "email", "search_key")) as Row[];
  if (users.length > 0) await inTransaction(knex, (trx) => separateFields(trx, users));
  const tokens = (await withIndexHint(knex, TOKENS, listStateIndex(TOKENS))
    .where("list_state", ">=", -1)
    .whereNull("owner_key")
    .limit(BATCH)
    .pluck("id")) as string[];
  if (tokens.length > 0) await setOwnerKeys(knex, tokens, "id");
  return users.length + tokens.length > 0;
}

async function separateFields(trx: Knex.Transaction, users: readonly Row[]): Promise<void> {
  for (const user of users) {
    const changed = await trx("users")
      // unless another process was faster
      .where({ id: user.id, search_key: user.search_key })
      .update({ search_key: searchKey(user) });
    if (changed === 1) await setOwnerKeys(trx, [user.id]);
  }
}
