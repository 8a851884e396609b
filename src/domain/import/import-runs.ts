import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { whereInList } from "../../database/table.js";
import { inTransaction } from "../../database/transaction.js";
import { now } from "../../lib/clock.js";
import { Failure } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { addWords, removeWords } from "../../models/lists/search-words.js";
import { searchedUser, USER_LISTS, type ListedUser } from "../../models/lists/user-words.js";
import type { Origin } from "../audit/origin.js";
import { recordActivities, recordActivity } from "../audit/record.js";

const BATCH = 250;

/** `checked` waits for its start; `rejected` can't be imported; the file of `discarded` was erased without an import. */
export type ImportState =
  "checking" | "checked" | "rejected" | "importing" | "finished" | "undoing" | "undone" | "discarded";

/** While background work checks, imports or undoes. */
export const WORKING: readonly ImportState[] = ["checking", "importing", "undoing"];

/** Of a row of `import_runs`. Columns below `state` are null for an import of the command line. */
export interface ImportRunRow {
  id: string;
  /** The application that made the file. */
  source: string;
  created_at: number;
  /** Null while it runs, and after an interruption. */
  finished_at: number | null;
  undone_at: number | null;
  state: ImportState;
  /** Who uploaded the file. */
  actor_id: string | null;
  file_name: string | null;
  file_bytes: number | null;
  /** JSON. */
  options: string | null;
  origin: string | null;
  summary: string | null;
  problem: string | null;
  rows_read: number;
  bytes_read: number;
  checked_at: number | null;
  /** Null without a report. */
  reported_at: number | null;
}

export interface ImportRun extends ImportRunRow {
  /** How many of its accounts there are, and how many of them nobody has used or changed since. */
  accounts: number;
  untouched: number;
}

/** Records what happened to a run. @param changes what is imported, or how many accounts it was */
export const recordRun = (
  knex: Knex,
  event: "import_started" | "import_finished" | "import_undone",
  id: string,
  { actorId, origin }: By,
  changes: object,
): Promise<void> =>
  recordActivity(knex, { event, actorId, subject: { type: "import", id }, changes }, origin);

/** Who has it done. */
export interface By {
  origin: Origin;
  /** Null for the command line. */
  actorId: string | null;
}

/** Starts a run of the command line. @returns its id */
export async function startRun(knex: Knex, source: string, by: By): Promise<string> {
  const id = uuidv7();
  await inTransaction(knex, async (trx) => {
    await trx("import_runs").insert({ id, source, created_at: now() });
    await recordRun(trx, "import_started", id, by, { source });
  });
  return id;
}

/** Ends a run of the command line, whose accounts are all there or deleted. */
export const endRun = (
  knex: Knex,
  id: string,
  state: "finished" | "undone",
  by: By,
  counts: object,
): Promise<void> =>
  inTransaction(knex, async (trx) => {
    await trx("import_runs")
      .where({ id })
      .update({ state, [`${state}_at`]: now() });
    await recordRun(trx, `import_${state}`, id, by, counts);
  });

/** The runs, latest first. */
export async function listRuns(knex: Knex): Promise<ImportRun[]> {
  return (await countedRuns(knex).orderBy("id", "desc")) as ImportRun[];
}

export async function findRun(knex: Knex, id: string): Promise<ImportRun | null> {
  return ((await countedRuns(knex).where({ id }).first()) as ImportRun | undefined) ?? null;
}

function countedRuns(knex: Knex): Knex.QueryBuilder {
  const counts = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query.whereRaw("imported_accounts.run_id = import_runs.id").count("*");
  return knex("import_runs").select("import_runs.*", {
    accounts: counts(existing(knex)),
    untouched: counts(untouchedAccounts(knex)),
  });
}

const importedAccounts = (knex: Knex): Knex.QueryBuilder =>
  knex("imported_accounts").join("users", "users.id", "imported_accounts.user_id");

const existing = (knex: Knex): Knex.QueryBuilder => importedAccounts(knex).whereNull("users.deleted_at");

/** Imported accounts that nobody has signed in to here or changed. */
export const untouchedAccounts = (knex: Knex): Knex.QueryBuilder => untouched(existing(knex));

/** Those of some accounts, none of which is deleted. Asked for that, SQLite would read all accounts. */
export function untouchedOf(knex: Knex, ids: readonly string[]): Knex.QueryBuilder {
  const query = untouched(importedAccounts(knex));
  whereInList(query, knex, "imported_accounts.user_id", ids);
  return query;
}

const untouched = (accounts: Knex.QueryBuilder): Knex.QueryBuilder =>
  accounts
    .whereRaw("users.version = imported_accounts.version")
    .where((query) =>
      query
        .whereNull("users.last_login_at")
        .orWhereRaw("users.last_login_at = imported_accounts.last_login_at"),
    );

export interface Undoing extends By {
  /** Is called after each batch of accounts. What it throws ends the work. */
  onProgress?: () => Promise<void>;
}

/**
 * Deletes the accounts of a run that nobody has used or changed. Nobody gets a mail. The caller ends the run.
 * @returns null when there is no such run
 * @throws ImportUnfinished
 */
export async function undoRun(
  knex: Knex,
  id: string,
  undoing: Undoing,
): Promise<{ deleted: number; kept: number } | null> {
  const run = await findRun(knex, id);
  if (run === null) return null;
  if (run.file_name !== null && UNFINISHED.includes(run.state)) throw new ImportUnfinished();
  let deleted = 0;
  let last = "";
  for (;;) {
    const ids = (await untouchedAccounts(knex)
      .where({ run_id: id })
      .where("imported_accounts.user_id", ">", last)
      .orderBy("imported_accounts.user_id")
      .limit(BATCH)
      .pluck("imported_accounts.user_id")) as string[];
    if (ids.length === 0) break;
    last = ids.at(-1)!;
    deleted += await inTransaction(knex, (trx) => deleteUntouched(trx, ids, undoing));
    await undoing.onProgress?.();
  }
  const kept = (await existing(knex).where({ run_id: id }).count({ total: "*" }).first()) as {
    total: number;
  };
  return { deleted, kept: kept.total };
}

const UNFINISHED: readonly ImportState[] = ["checking", "checked", "importing", "discarded"];

/** The import hasn't made its accounts yet. */
export class ImportUnfinished extends Failure {
  constructor() {
    super(text("import.unfinished"));
  }
}

async function deleteUntouched(
  trx: Knex.Transaction,
  ids: readonly string[],
  { origin, actorId }: Undoing,
): Promise<number> {
  const accounts = trx("users").increment("lock_count"); // locks them, also against a sign-in on another node
  whereInList(accounts, trx, "id", ids);
  await accounts;
  const query = untouchedAccounts(trx).select("users.id", "first_name", "last_name", "email", "external_id");
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
    left.map((userId) => ({ event: "user_deleted", actorId, subject: { type: "user", id: userId } })),
    origin,
  );
  return left.length;
}
