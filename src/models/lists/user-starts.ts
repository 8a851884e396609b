import type { Knex } from "knex";
import { withIndexHint, innerJoinInOrder, isSqlite } from "../../database/table.js";
import { holdersNamed } from "./holders.js";
import { hasWord, isId, rowsWithWord, type WordList } from "./search-words.js";
import type { Start } from "./start.js";
import { applyFilters, type UserFilters } from "./user-filters.js";

/** The index of accounts that aren't deleted with these columns. */
export function indexBy(...columns: string[]): string {
  return `users_${["deleted_at", ...columns].join("_")}_index`;
}

const BY_CREATION = indexBy("created_at", "id");
const BY_LAST_SIGN_IN = indexBy("last_login_at", "id");

/** Filter → the index that finds its rows. */
const INDEXES: [name: keyof UserFilters, index: string][] = [
  ["status", indexBy("status", "created_at", "id")],
  ["twoFactor", indexBy("second_factor", "created_at", "id")],
  ["createdFrom", BY_CREATION],
  ["createdTo", BY_CREATION],
  ["signedInSince", BY_LAST_SIGN_IN],
  ["notSignedInSince", BY_LAST_SIGN_IN],
  ["neverSignedIn", BY_LAST_SIGN_IN],
];

/** With statistics, SQLite would otherwise skip through all times of deletion for a second condition on an index. */
export function onlyCurrent(users: Knex.QueryBuilder, knex: Knex): Knex.QueryBuilder {
  const condition = "users.deleted_at is null";
  return users.whereRaw(isSqlite(knex) ? `unlikely(${condition})` : condition);
}

/** What users can be found by: each search word and, of accounts that aren't deleted, each filter with an index. */
export function startsOf(
  knex: Knex,
  list: WordList,
  filters: UserFilters,
  words: readonly string[],
): Start[] {
  const starts = words.map((word) => byWord(knex, list, word));
  if (list !== "users") return starts;
  if (filters.role !== undefined) starts.push(byRole(knex, filters.role));
  for (const [name, index] of INDEXES)
    if (filters[name] !== undefined) starts.push(byFilter(knex, index, { [name]: filters[name] }));
  return starts;
}

function byWord(knex: Knex, list: WordList, word: string): Start {
  const sized = (): Knex.QueryBuilder => rowsWithWord(knex, list, word);
  const rows = (): Knex.QueryBuilder => innerJoinInOrder(knex, sized(), "users", "users.id = found.row_id");
  const withId = (): Knex.QueryBuilder =>
    knex("users")
      .where("users.id", word)
      .whereNot(hasWord(knex, list, "users.id", word));
  return { word, parts: [{ rows, sized }, ...(isId(word) ? [{ rows: withId }] : [])] };
}

function byRole(knex: Knex, role: string): Start {
  const sized = (): Knex.QueryBuilder => holdersNamed(knex, role);
  const rows = (): Knex.QueryBuilder =>
    innerJoinInOrder(knex, sized(), "users", "users.id = role_user.user_id");
  return { isRole: true, parts: [{ rows, sized }] };
}

function byFilter(knex: Knex, index: string, filter: UserFilters): Start {
  const rows = (): Knex.QueryBuilder => withIndexHint(knex, "users", index);
  const sized = (): Knex.QueryBuilder => {
    const users = onlyCurrent(rows(), knex);
    applyFilters(users, knex, filter);
    return users;
  };
  return { parts: [{ rows, sized }] };
}
