import type { Knex } from "knex";
import { countOf } from "../../database/activity-counts.js";
import { inTransaction, takeLock } from "../../database/transaction.js";
import { withIndexHint } from "../../database/table.js";

/** Excludes holders of these roles. This is the only rule of rank for lists of users and of what they own. */
export function hideHolders(
  query: Knex.QueryBuilder,
  knex: Knex,
  roleIds: readonly string[],
  userId = "users.id",
): void {
  if (roleIds.length === 0) return;
  const held = knex("role_user").whereRaw("role_user.user_id = ??", [userId]).whereIn("role_id", roleIds);
  query.whereNotExists(held.select(knex.raw("1")));
}

/** The ids of the holders of these roles, for `in`, which looks them up once. */
export const holdersOf = (knex: Knex, roleIds: readonly string[]): Knex.QueryBuilder =>
  knex("role_user").whereIn("role_id", roleIds).select("user_id");

/** The holders of the role, as `role_user.user_id`. */
export const holdersNamed = (knex: Knex, role: string): Knex.QueryBuilder =>
  knex("role_user").where("role_id", knex("roles").where({ name: role }).select("id"));

const TABLE = "list_upkeep";
const BY_CREATION = "users_deleted_at_created_at_id_index";
/** A row is written with the time of its transaction's beginning, so that no row is added to the counted time. */
const OPEN_MS = 3_600_000;

interface Kept {
  /** Milliseconds since the epoch: all accounts created before have been counted. */
  counted_until: number;
  /** Their number, deleted ones included: rows of accounts are never removed. */
  counted: number;
}

const keptCount = async (knex: Knex): Promise<Kept> =>
  ((await knex(TABLE).where({ list: "users" }).first("counted_until", "counted")) as Kept | undefined) ?? {
    counted_until: 0,
    counted: 0,
  };

const current = (knex: Knex): Knex.QueryBuilder =>
  withIndexHint(knex, "users", BY_CREATION).whereNull("deleted_at");
const deleted = (knex: Knex): Knex.QueryBuilder =>
  withIndexHint(knex, "users", BY_CREATION).where("deleted_at", ">", 0);

/** The number of accounts that aren't deleted, by one statement. Only new and deleted ones are counted. */
export async function countAccounts(knex: Knex): Promise<number> {
  const kept = (column: keyof Kept) =>
    knex.raw("coalesce((?), 0)", [knex(TABLE).where({ list: "users" }).select(column)]);
  const added = current(knex).where("created_at", ">=", kept("counted_until")).count();
  const removed = deleted(knex).where("created_at", "<", kept("counted_until")).count();
  const total = knex.raw("? + (?) - (?) as total", [kept("counted"), added, removed]);
  const [row] = (await knex.select(total)) as [{ total: number | string }];
  return Number(row.total);
}

/** Counts the accounts that have been created since the last time. @param time the present, in milliseconds since the epoch */
export async function keepCount(knex: Knex, time: number): Promise<void> {
  await inTransaction(knex, async (trx) => {
    await takeLock(trx, "list_index");
    const { counted_until: from, counted } = await keptCount(trx);
    const until = time - OPEN_MS;
    if (until <= from) return;
    const added = await countCreated(trx, from, until);
    const kept = { list: "users", counted_until: until, counted: counted + added };
    await trx(TABLE).insert(kept).onConflict("list").merge();
  });
}

/** Compares the kept count with the rows. @returns the number of counts that are wrong */
export async function checkKeptCount(knex: Knex, repairs: boolean): Promise<number> {
  return inTransaction(knex, async (trx) => {
    await takeLock(trx, "list_index");
    const { counted_until: until, counted } = await keptCount(trx);
    const right = await countCreated(trx, 0, until);
    if (repairs && right !== counted) await trx(TABLE).where({ list: "users" }).update({ counted: right });
    return right === counted ? 0 : 1;
  });
}

async function countCreated(knex: Knex, from: number, until: number): Promise<number> {
  const within = (query: Knex.QueryBuilder): Promise<number> =>
    countOf(query.where("created_at", ">=", from).where("created_at", "<", until));
  return (await within(current(knex))) + (await within(deleted(knex)));
}
