import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { whereInList } from "../../database/table.js";
import { inTransaction } from "../../database/transaction.js";
import { now } from "../../lib/clock.js";
import { addWords, removeWords } from "../../models/lists/search-words.js";
import { searchedUser, USER_LISTS, type ListedUser } from "../../models/lists/user-words.js";
import type { Origin } from "../audit/origin.js";
import { recordActivities } from "../audit/record.js";

const BATCH = 250;

export interface ImportRun {
  id: string;
  /** The application that made the file. */
  source: string;
  created_at: number;
  /** Null while it runs, and after an interruption. */
  finished_at: number | null;
  undone_at: number | null;
  /** How many of its accounts there are, and how many of them nobody has used or changed since. */
  accounts: number;
  untouched: number;
}

/** @returns the id of the run */
export async function startRun(knex: Knex, source: string): Promise<string> {
  const id = uuidv7();
  await knex("import_runs").insert({ id, source, created_at: now() });
  return id;
}

export const finishRun = (knex: Knex, id: string): Promise<number> =>
  knex("import_runs").where({ id }).update({ finished_at: now() });

/** The runs, latest first. */
export async function listRuns(knex: Knex): Promise<ImportRun[]> {
  const counts = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query.whereRaw("imported_accounts.run_id = import_runs.id").count("*");
  return (await knex("import_runs")
    .select("import_runs.*", {
      accounts: counts(existing(knex)),
      untouched: counts(untouchedAccounts(knex)),
    })
    .orderBy("id", "desc")) as ImportRun[];
}

const existing = (knex: Knex): Knex.QueryBuilder =>
  knex("imported_accounts")
    .join("users", "users.id", "imported_accounts.user_id")
    .whereNull("users.deleted_at");

/** Imported accounts that nobody has signed in to here or changed. */
export const untouchedAccounts = (knex: Knex): Knex.QueryBuilder =>
  existing(knex)
    .whereRaw("users.version = imported_accounts.version")
    .where((query) =>
      query
        .whereNull("users.last_login_at")
        .orWhereRaw("users.last_login_at = imported_accounts.last_login_at"),
    );

/**
 * Deletes the accounts of a run that nobody has used or changed. Nobody gets a mail.
 * @returns null when there is no such run
 */
export async function undoRun(
  knex: Knex,
  id: string,
  origin: Origin,
): Promise<{ deleted: number; kept: number } | null> {
  const run: unknown = await knex("import_runs").where({ id }).first();
  if (run === undefined) return null;
  let deleted = 0;
  for (;;) {
    const ids = (await untouchedAccounts(knex)
      .where({ run_id: id })
      .limit(BATCH)
      .pluck("users.id")) as string[];
    if (ids.length === 0) break;
    deleted += await inTransaction(knex, (trx) => deleteUntouched(trx, ids, origin));
  }
  await knex("import_runs").where({ id }).update({ undone_at: now() });
  const kept = (await existing(knex).where({ run_id: id }).count({ total: "*" }).first()) as {
    total: number;
  };
  return { deleted, kept: kept.total };
}

async function deleteUntouched(
  trx: Knex.Transaction,
  ids: readonly string[],
  origin: Origin,
): Promise<number> {
  const accounts = trx("users").increment("lock_count"); // locks them, also against a sign-in on another node
  whereInList(accounts, trx, "id", ids);
  await accounts;
  const query = untouchedAccounts(trx).select("users.id", "first_name", "last_name", "email");
  whereInList(query, trx, "users.id", ids);
  const users = (await query) as ListedUser[];
  const left = users.map((user) => user.id);
  const update = trx("users").increment("version").update({ deleted_at: now(), updated_at: now() });
  whereInList(update, trx, "id", left);
  await update;
  await removeWords(trx, USER_LISTS, left);
  await addWords(trx, "deleted_users", users.map(searchedUser));
  await recordActivities(
    trx,
    left.map((userId) => ({ event: "user_deleted", actorId: null, subject: { type: "user", id: userId } })),
    origin,
  );
  return left.length;
}
