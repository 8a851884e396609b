import type { Knex } from "knex";
import { DAY, now } from "../lib/clock.js";

/** How long a deleted account can be restored. After that it is anonymised. */
export const RESTORABLE_DAYS = 30;
const RESTORABLE = RESTORABLE_DAYS * DAY;

/** Accounts deleted before this moment can't be restored. Milliseconds since the epoch. */
export const restorableSince = (): number => now() - RESTORABLE;

/** The last moment at which the account can be restored. Milliseconds since the epoch. */
export const restorableUntil = (deletedAt: number): number => deletedAt + RESTORABLE;

interface Deletable {
  deleted_at: number | null;
  anonymised_at: number | null;
}

/** Whether the account was deleted and can still be restored. */
export const isRestorable = ({ deleted_at, anonymised_at }: Deletable): boolean =>
  deleted_at !== null && deleted_at >= restorableSince() && anonymised_at === null;

/** `isRestorable` as a condition of a query on `users`. */
export const onlyRestorable = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query.where("users.deleted_at", ">=", restorableSince()).whereNull("users.anonymised_at");
