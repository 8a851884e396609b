import type { Knex } from "knex";
import { isGalera } from "./mysql/nodes.js";

/** Locks that no single table row represents. Each has a row in `locks`. */
export type LockName = "authority" | "list_index" | "settings" | "signing_keys" | "system_admins";

/**
 * Takes the lock exclusively until the transaction ends. It writes the row, because nodes of a cluster replicate only
 * writes and then let one of two such transactions commit.
 */
export async function takeLock(trx: Knex.Transaction, name: LockName): Promise<void> {
  await trx("locks").where({ name }).increment("taken", 1);
}

/** Takes the lock shared until the transaction ends. Several transactions on one node can hold it. */
export async function takeSharedLock(trx: Knex.Transaction, name: LockName): Promise<void> {
  if (isGalera(trx)) await takeLock(trx, name);
  else await trx("locks").where({ name }).forShare().select("name");
}

/** Writes the accounts before they are locked with `for update`, which other nodes of a cluster don't see. */
export async function lockOnEveryNode(trx: Knex.Transaction, ids: readonly string[]): Promise<void> {
  if (!isGalera(trx)) return;
  for (const id of [...ids].sort()) await trx("users").where({ id }).increment("lock_count", 1);
}
