import type { Knex } from "knex";
import { DAY } from "../../lib/clock.js";
import { normalizeEmail } from "../user.js";
import { holdersNamed } from "./holders.js";

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

/** Limits a query of users to those that match the filters, except `search` and `deleted`. */
export function applyFilters(query: Knex.QueryBuilder, knex: Knex, filters: UserFilters): void {
  const { id, email, status, role, createdFrom, createdTo, twoFactor } = filters;
  if (id !== undefined) query.where("users.id", id);
  if (email !== undefined) query.where("users.email", normalizeEmail(email));
  if (status !== undefined) query.where("users.status", status);
  if (role !== undefined)
    query.whereExists(
      holdersNamed(knex, role).whereRaw("role_user.user_id = users.id").select(knex.raw("1")),
    );
  if (createdFrom !== undefined) query.where("users.created_at", ">=", createdFrom);
  if (createdTo !== undefined) query.where("users.created_at", "<", createdTo + DAY);
  if (twoFactor !== undefined) query.where("users.second_factor", twoFactor ? 1 : 0);
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
