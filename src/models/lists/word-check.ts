import type { Knex } from "knex";
import { withIndexHint } from "../../database/table.js";
import { inTransaction } from "../../database/transaction.js";
import { now } from "../../lib/clock.js";
import { addWords, removeWords, type SearchedRow, type WordList, wordsOf } from "./search-words.js";
import { searchedOrganisation } from "../organisations/organisation-words.js";
import { listOfUser, searchedUser, USER_LISTS, type ListedUser } from "./user-words.js";

/** The lists that are searched by words. */
export const SEARCHED_LISTS = ["users", "tokens", "organisations"] as const;
export type SearchedList = (typeof SEARCHED_LISTS)[number];

interface Source {
  table: string;
  lists: readonly WordList[];
  columns: readonly string[];
  /** The row with its words; null if it has none. */
  searched: (row: never) => { list: WordList; row: SearchedRow } | null;
  /** The rows that may have been changed since, each query by an index. */
  changedSince: (knex: Knex, time: number) => Knex.QueryBuilder[];
}

interface Row {
  id: string;
}

interface StoredWord {
  list: string;
  row_id: string;
  word: string;
  shared: number;
}

type UserRow = ListedUser & { anonymised_at: number | null };

const SOURCES: Record<SearchedList, Source> = {
  users: {
    table: "users",
    lists: USER_LISTS,
    columns: ["id", "first_name", "last_name", "email", "external_id", "deleted_at", "anonymised_at"],
    searched: (user: UserRow) =>
      user.anonymised_at === null ? { list: listOfUser(user), row: searchedUser(user) } : null,
    changedSince: (knex, time) => [
      knex("users").whereNull("deleted_at").where("updated_at", ">=", time),
      knex("users").where("deleted_at", ">=", time),
      knex("users").where("anonymised_at", ">=", time),
    ],
  },
  tokens: {
    table: "personal_access_tokens",
    lists: ["tokens"],
    columns: ["id", "name"],
    searched: ({ id, name }: { id: string; name: string }) => ({
      list: "tokens",
      row: { id, texts: [name] },
    }),
    changedSince: (knex, time) => [
      knex("personal_access_tokens").whereNull("revoked_at").where("created_at", ">=", time),
    ],
  },
  organisations: {
    table: "organisations",
    lists: ["organisations"],
    columns: ["id", "name", "slug"],
    searched: (row: { id: string; name: string; slug: string }) => ({
      list: "organisations",
      row: searchedOrganisation(row),
    }),
    changedSince: (knex, time) => [knex("organisations").where("updated_at", ">=", time)],
  },
};

const BATCH = 500;
/** A row is written with the time before its transaction has ended. */
const MARGIN_MS = 60_000;

/**
 * Writes the words of rows that a process of the former release has written since the last time, and the first time those of all
 * rows, in batches. It runs after a migration, before the service answers, and again while such a process may still run.
 */
export async function completeWords(knex: Knex): Promise<void> {
  const time = now();
  for (const list of SEARCHED_LISTS) {
    const source = SOURCES[list];
    const [since] = (await knex("list_upkeep").where({ list }).pluck("words_checked_until")) as number[];
    const changed = since ? rowsSince(knex, source, since - MARGIN_MS) : allRows(knex, source);
    for await (const rows of changed) await checkRows(knex, source, rows, true);
    await knex("list_upkeep").insert({ list, words_checked_until: time }).onConflict("list").merge();
  }
}

/** Compares all words with the rows that they belong to. @returns the number of rows with wrong words */
export async function checkWords(knex: Knex, list: SearchedList, repairs: boolean): Promise<number> {
  const source = SOURCES[list];
  let wrong = await checkLostWords(knex, source, repairs);
  for await (const rows of allRows(knex, source)) wrong += await checkRows(knex, source, rows, repairs);
  return wrong;
}

async function checkRows(
  knex: Knex,
  source: Source,
  rows: readonly Row[],
  repairs: boolean,
): Promise<number> {
  const wrong = await wrongIds(knex, source, rows);
  if (repairs && wrong.length > 0)
    await inTransaction(knex, async (trx) => {
      const locked = rowsOf(trx, source).whereIn("id", wrong).orderBy("id").forUpdate();
      await rewrite(trx, source, (await locked) as Row[]);
    });
  return wrong.length;
}

/** Words of rows that are gone. */
async function checkLostWords(knex: Knex, { table, lists }: Source, repairs: boolean): Promise<number> {
  const lost = (await knex("search_words")
    .whereIn("list", [...lists])
    .whereNotExists(knex(table).whereRaw(`${table}.id = search_words.row_id`).select(knex.raw("1")))
    .distinct()
    .pluck("row_id")) as string[];
  if (repairs) for (const part of parts(lost)) await removeWords(knex, lists, part);
  return lost.length;
}

async function wrongIds(knex: Knex, source: Source, rows: readonly Row[]): Promise<string[]> {
  const ids = rows.map(({ id }) => id);
  // a new table has no statistics, and without them SQLite reads all words of the list
  const stored = (await withIndexHint(knex, "search_words", "search_words_list_row_id_word_index")
    .whereIn("list", [...source.lists])
    .whereIn("row_id", ids)
    .select("list", "row_id", "word", "shared")) as StoredWord[];
  const byRow = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { row_id: id, ...word } of stored) byRow.get(id)!.push(nameOf(word));
  return ids.filter((id, index) => {
    const searched = source.searched(rows[index] as never);
    const right = wordsOf(searched?.row.texts ?? []).map((word) => nameOf({ list: searched!.list, ...word }));
    return right.sort().join() !== byRow.get(id)!.sort().join();
  });
}

const nameOf = ({ list, word, shared }: Omit<StoredWord, "row_id">): string => `${list} ${shared} ${word}`;

async function rewrite(trx: Knex.Transaction, source: Source, rows: readonly Row[]): Promise<void> {
  await removeWords(
    trx,
    source.lists,
    rows.map(({ id }) => id),
  );
  const searched = rows.flatMap((row) => source.searched(row as never) ?? []);
  for (const list of source.lists)
    await addWords(
      trx,
      list,
      searched.filter((one) => one.list === list).map(({ row }) => row),
    );
}

const rowsOf = (knex: Knex, { table, columns }: Source): Knex.QueryBuilder =>
  knex(table).select([...columns]);

async function* rowsSince(knex: Knex, source: Source, time: number): AsyncGenerator<Row[]> {
  const queries = source.changedSince(knex, time).map((query) => query.pluck("id"));
  const ids = new Set(((await Promise.all(queries)) as string[][]).flat());
  for (const part of parts([...ids])) yield (await rowsOf(knex, source).whereIn("id", part)) as Row[];
}

/** In batches, in the order of the ids. */
async function* allRows(knex: Knex, source: Source): AsyncGenerator<Row[]> {
  for (let after = ""; ;) {
    const batch = rowsOf(knex, source).where("id", ">", after).orderBy("id").limit(BATCH);
    const rows = (await batch) as Row[];
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.id;
  }
}

const parts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / BATCH) }, (_, index) =>
    all.slice(index * BATCH, (index + 1) * BATCH),
  );
