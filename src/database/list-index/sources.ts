import type { Knex } from "knex";
import { withIndexHint, innerJoinInOrder } from "../table.js";
import { attributeKey, FIRST_ORDER_BUCKET, type Document } from "./buckets.js";
import type { SortValues } from "./sorting.js";

/** The lists with an index: accounts that aren't deleted, and tokens that aren't revoked. */
export const INDEXED_LISTS = ["users", "tokens"] as const;
export type IndexedList = (typeof INDEXED_LISTS)[number];

/** The owner of a token in the form of `searchKey`, as far as an index can sort it. */
export const OWNER_KEY_LENGTH = 700;
/** `personal_access_tokens.owner_key` as an expression of the account. */
export const OWNER_KEY = `substr(users.search_key, 1, ${OWNER_KEY_LENGTH})`;

export interface Source {
  table: string;
  /** Null in the rows of the list. */
  endedAt: string;
  /** A new query for what the documents of rows consist of. */
  rows: (knex: Knex) => Knex.QueryBuilder;
  documentOf: (row: SourceRow) => Document;
  /** A new query for the ids of the rows that the upkeep should index, or remove from the index. */
  waiting: (knex: Knex) => Knex.QueryBuilder;
  /** New queries for all rows whose slots are invalid, or that have none, whether they are in the list or not. */
  changed: (knex: Knex) => Knex.QueryBuilder[];
  /** The columns that say what a row was like when it was indexed. */
  indexedAs: Record<string, string>;
  /**
   * The orders that the index has, as columns: those in which a row moves only when its document changes, too. Each ends with
   * the id.
   */
  orders: readonly (readonly string[])[];
}

export interface SourceRow {
  id: string;
  list_slot: number | null;
  list_state: number | null;
  ended_at: number | null;
  first_name: string;
  last_name: string;
  email: string;
  name: string | null;
  owner_key: string;
  expires_at: number;
  search_key: string;
  status: string | null;
  two_factor_confirmed_at: number | null;
  passkey_count: number;
  owner_deleted_at: number | null;
  /** Of tokens: the state of the account. */
  owner_state: number | null;
  role_ids: string | null;
  created_at: number;
}

const ROLE_IDS =
  "(select group_concat(role_id) from role_user where role_user.user_id = users.id) as role_ids";

const rolesOf = ({ role_ids }: SourceRow): string[] => [
  ...new Set((role_ids ?? "").split(",").filter(Boolean).sort()),
];

/** Of either kind: an authenticator app or a passkey. */
const hasSecondFactor = (row: SourceRow): boolean =>
  row.two_factor_confirmed_at !== null || row.passkey_count > 0;

export const roleKey = (id: string): string => attributeKey("role", id);
export const statusKey = (status: string): string => attributeKey("status", status);
export const TWO_FACTOR_KEY = attributeKey("two_factor");
/** Of tokens: their account is deleted. */
export const OWNER_DELETED_KEY = attributeKey("owner_deleted");

const TOKENS = "personal_access_tokens";
export const listStateIndex = (table: string): string => `${table}_list_state`;

/** A new query for the rows that have no slot in the index, or an invalid one. */
export const changedRows = (knex: Knex, table: string): Knex.QueryBuilder =>
  withIndexHint(knex, table, listStateIndex(table)).where(`${table}.list_state`, ">=", -1);

/** Tokens in the index whose account has changed, because their documents include it. */
const tokensOfChangedUsers = (knex: Knex): Knex.QueryBuilder =>
  innerJoinInOrder(knex, changedRows(knex, "users"), TOKENS, `${TOKENS}.user_id = users.id`)
    .whereNull(`${TOKENS}.list_state`)
    .whereNotNull(`${TOKENS}.list_slot`);

export const SOURCES: Record<IndexedList, Source> = {
  users: {
    table: "users",
    endedAt: "deleted_at",
    rows: (knex) =>
      knex("users")
        .select("users.id", "users.list_slot", "users.list_state", "users.deleted_at as ended_at")
        .select("users.first_name", "users.last_name", "users.email")
        .select("users.search_key", "users.status", "users.created_at")
        .select("users.two_factor_confirmed_at", "users.passkey_count", "users.version", knex.raw(ROLE_IDS)),
    documentOf: (row) => ({
      text: row.search_key,
      attributes: [
        ...rolesOf(row).map(roleKey),
        ...(row.status === null ? [] : [statusKey(row.status)]),
        ...(hasSecondFactor(row) ? [TWO_FACTOR_KEY] : []),
      ],
      createdAt: row.created_at,
      sortValues: row as unknown as SortValues,
    }),
    waiting: (knex) => changedRows(knex, "users"),
    changed: (knex) => [changedRows(knex, "users")],
    indexedAs: {
      list_version: "version",
      list_status: "status",
      list_two_factor: "two_factor_confirmed_at is not null or passkey_count > 0",
    },
    orders: [
      ["id"],
      ["first_name", "id"],
      ["last_name", "id"],
      ["first_name", "last_name", "id"],
      ["email", "id"],
      ["status", "id"],
      ["created_at", "id"],
    ],
  },
  tokens: {
    table: TOKENS,
    endedAt: "revoked_at",
    rows: (knex) =>
      knex(TOKENS)
        .join("users", "users.id", `${TOKENS}.user_id`)
        .select(`${TOKENS}.id`, `${TOKENS}.list_slot`, `${TOKENS}.list_state`)
        .select(`${TOKENS}.revoked_at as ended_at`, "users.search_key")
        .select("users.deleted_at as owner_deleted_at", "users.list_state as owner_state")
        .select(`${TOKENS}.search_key as name`, `${TOKENS}.created_at`, `${TOKENS}.expires_at`)
        .select(knex.raw(`${OWNER_KEY} as owner_key`), knex.raw(ROLE_IDS)),
    documentOf: (row) => ({
      text: `\n${row.name ?? ""}${row.search_key}`,
      attributes: [
        ...rolesOf(row).map(roleKey),
        ...(row.owner_deleted_at === null ? [] : [OWNER_DELETED_KEY]),
      ],
      createdAt: row.created_at,
      sortValues: { ...(row as unknown as SortValues), search_key: row.name },
    }),
    // those of a changed account wait until the account is indexed, which releases their slots
    waiting: (knex) =>
      innerJoinInOrder(knex, changedRows(knex, TOKENS), "users", `users.id = ${TOKENS}.user_id`).whereNull(
        "users.list_state",
      ),
    changed: (knex) => [changedRows(knex, TOKENS), tokensOfChangedUsers(knex)],
    indexedAs: {},
    orders: [
      ["search_key", "id"],
      ["owner_key", "id"],
      ["created_at", "id"],
      ["expires_at", "id"],
    ],
  },
};

/** The bucket with the places of the documents in this order; null when the index doesn't have it. */
export function orderBucket(list: IndexedList, columns: readonly string[]): number | null {
  const index = SOURCES[list].orders.findIndex((order) => order.join() === columns.join());
  return index < 0 ? null : FIRST_ORDER_BUCKET + index;
}

/** A query for the ids of the rows of the list that the index doesn't have, or has with former values. */
export function outsideIndex(knex: Knex, list: IndexedList): Knex.QueryBuilder {
  const { table, endedAt, changed } = SOURCES[list];
  const [first, ...others] = changed(knex).map((query) =>
    query.whereNull(`${table}.${endedAt}`).select(`${table}.id`),
  );
  return first!.unionAll(others);
}

/** A query for the slots in the index that are invalid. */
export function invalidSlots(knex: Knex, list: IndexedList): Knex.QueryBuilder {
  const { table, changed } = SOURCES[list];
  const [first, ...others] = changed(knex).map((query) =>
    query.whereNotNull(`${table}.list_slot`).select(`${table}.list_slot as slot`),
  );
  return first!.unionAll(others);
}

const BOOKKEEPING = ["list_slot", "list_state", ...Object.keys(SOURCES.users.indexedAs)];

/** A row without the columns that only the index uses. */
export function withoutListColumns<Row extends Record<string, unknown>>(row: Row): Row {
  for (const name of BOOKKEEPING) delete row[name];
  return row;
}
