import type { Knex } from "knex";
import { DAY } from "../../lib/clock.js";
import { searchPatterns } from "../../lib/text/search.js";
import { normalizeEmail } from "../user.js";

export interface UserFilters {
  id?: string;
  /** An address in any case. */
  email?: string;
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
  /** Lists deleted accounts that can be restored, instead of the others. */
  deleted?: "only";
}

/** Limits a query of users to those that match the filters, except `deleted`. */
export function applyFilters(query: Knex.QueryBuilder, knex: Knex, filters: UserFilters): void {
  const { id, email, search, status, role, createdFrom, createdTo, twoFactor } = filters;
  for (const pattern of searchPatterns(search))
    query.whereRaw("users.search_key like ? escape '!'", [pattern]);
  if (id !== undefined) query.where("users.id", id);
  if (email !== undefined) query.where("users.email", normalizeEmail(email));
  if (status !== undefined) query.where("users.status", status);
  if (role !== undefined) query.whereExists(holdingNamed(knex, role));
  if (createdFrom !== undefined) query.where("users.created_at", ">=", createdFrom);
  if (createdTo !== undefined) query.where("users.created_at", "<", createdTo + DAY);
  if (twoFactor === true)
    query.where((either) =>
      either.whereNotNull("users.two_factor_confirmed_at").orWhere("users.passkey_count", ">", 0),
    );
  if (twoFactor === false) query.whereNull("users.two_factor_confirmed_at").where("users.passkey_count", 0);
  limitLastSignIn(query, filters);
}

function holdingNamed(knex: Knex, role: string): Knex.QueryBuilder {
  const named = knex("roles").where({ name: role }).select("id");
  return knex("role_user")
    .whereRaw("role_user.user_id = users.id")
    .where("role_id", named)
    .select(knex.raw("1"));
}

/** Whether a filter is about the last sign-in, which changes too often to be indexed with the others. */
export const isAboutSignIns = ({ signedInSince, notSignedInSince, neverSignedIn }: UserFilters): boolean =>
  signedInSince !== undefined || notSignedInSince !== undefined || neverSignedIn === true;

function limitLastSignIn(query: Knex.QueryBuilder, filters: UserFilters): void {
  const { signedInSince, notSignedInSince, neverSignedIn } = filters;
  const column = "users.last_login_at";
  if (signedInSince !== undefined) query.where(column, ">=", signedInSince);
  if (notSignedInSince !== undefined)
    query.where((either) => either.where(column, "<", notSignedInSince).orWhereNull(column));
  if (neverSignedIn) query.whereNull(column);
}
