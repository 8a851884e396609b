import { ACCOUNT_FIELD_NAMES, type AccountFieldName } from "./account-fields.js";
import type { User } from "./user.js";

/**
 * The columns of an account that are presented or needed for decisions. Times are milliseconds since the epoch, UTC.
 */
export interface PublicUserRow extends Pick<User, AccountFieldName> {
  id: string;
  avatar: string | null;
  email_verified_at: number | null;
  /** Whether someone other than the owner chose the password; 1 or 0 when read without the model. */
  password_must_change: boolean | number;
  two_factor_confirmed_at: number | null;
  /** When the requirement of a second factor began to cover the account; null while it doesn't. */
  two_factor_required_at: number | null;
  /** Whether an import couldn't carry the second factor; 1 or 0 when read without the model. */
  two_factor_lost: boolean | number;
  passkey_count: number;
  version: number;
  created_at: number;
  updated_at: number;
}

/** The columns that a new account has without `User.$beforeInsert`. */
export type NewPublicUser = Omit<PublicUserRow, "id" | "status" | "version" | "created_at" | "updated_at">;

const COLUMNS: readonly (keyof PublicUserRow)[] = [
  "id",
  ...ACCOUNT_FIELD_NAMES,
  "avatar",
  "email_verified_at",
  "password_must_change",
  "two_factor_confirmed_at",
  "two_factor_required_at",
  "two_factor_lost",
  "passkey_count",
  "version",
  "created_at",
  "updated_at",
];

/** The select list of `PublicUserRow`, with the ids of its roles. */
export const publicUserColumns = (table: string): string =>
  [...COLUMNS.map((column) => `${table}.${column}`), roleIdsColumn(table)].join(", ");

/** The ids of an account's roles as `role_ids`. */
export const roleIdsColumn = (table: string): string =>
  `(select group_concat(role_id) from role_user where role_user.user_id = ${table}.id) as role_ids`;

type Named = Pick<PublicUserRow, "first_name" | "last_name">;

export const fullNameOf = (user: Named): string => `${user.first_name} ${user.last_name}`;

export const initialsOf = (user: Named): string => initial(user.first_name) + initial(user.last_name);

const initial = (name: string): string =>
  String.fromCodePoint(name.codePointAt(0) ?? 32)
    .trim()
    .toUpperCase();
