import type { Knex } from "knex";
import { innerJoinInOrder, isSqlite, primaryKey, withIndexHint } from "../../database/table.js";
import { DAY } from "../../lib/clock.js";
import { normalizeEmail } from "../user.js";
import { holdersNamed } from "./kept-counts.js";
import { hasWord, isId, rowsWithWord, type WordList } from "./search-words.js";
import type { Start } from "./ordered-list.js";

export interface UserFilters {
  id?: string;
  /** An address in any case. */
  email?: string;
  /** The id that another application knows the account by, exactly. */
  externalId?: string;
  search?: string;
  status?: string;
  role?: string;
  /** Milliseconds since the epoch: the start of a UTC day, inclusive. */
  createdFrom?: number;
  /** Milliseconds since the epoch: the start of a UTC day, which is included as a whole. */
  createdTo?: number;
  /** Whether the account has a second factor: an authenticator app or a passkey. */
  twoFactor?: boolean;
  /** Milliseconds since the epoch, for the last sign-in. */
  signedInSince?: number;
  /** Milliseconds since the epoch. Accounts that never signed in match, too. */
  notSignedInSince?: number;
  /** Only accounts that never signed in. */
  neverSignedIn?: true;
  /** Only accounts whose owner was invited and hasn't chosen a password or another way to sign in. */
  invited?: "only";
  /** Lists deleted accounts that can be restored, instead of the others. */
  deleted?: "only";
}

/** Limits a query of users to those that match the filters, except `search` and `deleted`. */
export function applyFilters(query: Knex.QueryBuilder, knex: Knex, filters: UserFilters): void {
  const { id, email, externalId, status, role, createdFrom, createdTo, twoFactor } = filters;
  if (id !== undefined) query.where("users.id", id);
  if (email !== undefined) query.where("users.email", normalizeEmail(email));
  if (externalId !== undefined) query.where("users.external_id", externalId);
  if (status !== undefined) query.where("users.status", status);
  if (role !== undefined)
    query.whereExists(
      holdersNamed(knex, role).whereRaw("role_user.user_id = users.id").select(knex.raw("1")),
    );
  if (createdFrom !== undefined) query.where("users.created_at", ">=", createdFrom);
  if (createdTo !== undefined) query.where("users.created_at", "<", createdTo + DAY);
  if (twoFactor !== undefined) query.where("users.second_factor", twoFactor ? 1 : 0);
  if (filters.invited) query.where("users.invited", 1);
  limitLastSignIn(query, filters);
}

function limitLastSignIn(query: Knex.QueryBuilder, filters: UserFilters): void {
  const { signedInSince, notSignedInSince, neverSignedIn } = filters;
  const column = "users.last_login_at";
  if (signedInSince !== undefined) query.where(column, ">=", signedInSince);
  if (notSignedInSince !== undefined)
    query.where((either) => either.where(column, "<", notSignedInSince).orWhereNull(column));
  if (neverSignedIn) query.whereNull(column);
}

/** The index of accounts that aren't deleted with these columns. */
export function indexBy(...columns: string[]): string {
  return `users_${["deleted_at", ...columns].join("_")}_index`;
}

const BY_CREATION = indexBy("created_at", "id");
const BY_LAST_SIGN_IN = indexBy("last_login_at", "id");

/** Filter → the index that finds its rows. */
const INDEXES: [name: keyof UserFilters, index: string][] = [
  ["externalId", indexBy("external_id", "id")],
  ["status", indexBy("status", "created_at", "id")],
  ["twoFactor", indexBy("second_factor", "created_at", "id")],
  ["invited", indexBy("invited", "created_at", "id")],
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

/** The accounts with the ids in a column, each looked up by its id: without statistics, SQLite would scan all of them for each. */
const byId = (knex: Knex, query: Knex.QueryBuilder, column: string): Knex.QueryBuilder =>
  innerJoinInOrder(knex, query, {
    table: "users",
    index: primaryKey(knex, "users"),
    on: `users.id = ${column}`,
  });

function byWord(knex: Knex, list: WordList, word: string): Start {
  const sized = (): Knex.QueryBuilder => rowsWithWord(knex, list, word);
  const rows = (): Knex.QueryBuilder => byId(knex, sized(), "found.row_id");
  const withId = (): Knex.QueryBuilder =>
    withIndexHint(knex, "users", primaryKey(knex, "users"))
      .where("users.id", word)
      .whereNot(hasWord(knex, list, "users.id", word));
  return { word, parts: [{ rows, sized }, ...(isId(word) ? [{ rows: withId }] : [])] };
}

function byRole(knex: Knex, role: string): Start {
  const sized = (): Knex.QueryBuilder => holdersNamed(knex, role);
  const rows = (): Knex.QueryBuilder => byId(knex, sized(), "role_user.user_id");
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
