import type { Knex } from "knex";
import { isGalera } from "./nodes.js";

/** What no single row stands for, and is locked as a whole. Each has a row in `locks`. */
export type LockName = "authority" | "settings" | "system_admins";

/**
 * Locks it until the transaction ends. The row is written: nodes of a cluster learn only of what is written, and let one
 * of two such transactions commit.
 */
export async function takeLock(trx: Knex.Transaction, name: LockName): Promise<void> {
  await trx("locks").where({ name }).increment("taken", 1);
}

/** Keeps it from being taken until the transaction ends. Many may hold it together, on one node. */
export async function holdLock(trx: Knex.Transaction, name: LockName): Promise<void> {
  if (isGalera(trx)) await takeLock(trx, name);
  else await trx("locks").where({ name }).forShare().select("name");
}

/** Before accounts are locked with `for update`, which other nodes of a cluster don't see. */
export async function lockOnEveryNode(trx: Knex.Transaction, ids: readonly string[]): Promise<void> {
  if (!isGalera(trx)) return;
  for (const id of [...ids].sort()) await trx("users").where({ id }).increment("lock_count", 1);
}
