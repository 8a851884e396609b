import type { Knex } from "knex";
import { attributeKey, type Document } from "./buckets.js";

/** The lists with an index: accounts that aren't deleted, and tokens that aren't revoked. */
export const INDEXED_LISTS = ["users", "tokens"] as const;
export type IndexedList = (typeof INDEXED_LISTS)[number];

export interface Source {
  table: string;
  /** Null in the rows of the list. */
  endedAt: string;
  /** A new query for what the documents of rows consist of. */
  rows(knex: Knex): Knex.QueryBuilder;
  documentOf(row: SourceRow): Document;
}

export interface SourceRow {
  id: string;
  list_slot: number | null;
  name: string | null;
  search_key: string;
  status: string | null;
  two_factor_confirmed_at: number | null;
  owner_deleted_at: number | null;
  role_ids: string | null;
  created_at: number;
}

const ROLE_IDS =
  "(select group_concat(role_id) from role_user where role_user.user_id = users.id) as role_ids";

const rolesOf = ({ role_ids }: SourceRow): string[] => [
  ...new Set((role_ids ?? "").split(",").filter(Boolean)),
];

export const roleKey = (id: string): string => attributeKey("role", id);
export const statusKey = (status: string): string => attributeKey("status", status);
export const TWO_FACTOR_KEY = attributeKey("two_factor");
/** Of tokens: their account is deleted. */
export const OWNER_DELETED_KEY = attributeKey("owner_deleted");

export const SOURCES: Record<IndexedList, Source> = {
  users: {
    table: "users",
    endedAt: "deleted_at",
    rows: (knex) =>
      knex("users")
        .select("users.id", "users.list_slot", "users.search_key", "users.status", "users.created_at")
        .select("users.two_factor_confirmed_at", knex.raw(ROLE_IDS)),
    documentOf: (row) => ({
      text: row.search_key,
      attributes: [
        ...rolesOf(row).map(roleKey),
        ...(row.status === null ? [] : [statusKey(row.status)]),
        ...(row.two_factor_confirmed_at === null ? [] : [TWO_FACTOR_KEY]),
      ],
      createdAt: row.created_at,
    }),
  },
  tokens: {
    table: "personal_access_tokens",
    endedAt: "revoked_at",
    rows: (knex) =>
      knex("personal_access_tokens")
        .join("users", "users.id", "personal_access_tokens.user_id")
        .select("personal_access_tokens.id", "personal_access_tokens.list_slot", "users.search_key")
        .select("users.deleted_at as owner_deleted_at")
        .select("personal_access_tokens.search_key as name", "personal_access_tokens.created_at")
        .select(knex.raw(ROLE_IDS)),
    documentOf: (row) => ({
      text: `\n${row.name ?? ""}${row.search_key}`,
      attributes: [
        ...rolesOf(row).map(roleKey),
        ...(row.owner_deleted_at === null ? [] : [OWNER_DELETED_KEY]),
      ],
      createdAt: row.created_at,
    }),
  },
};
