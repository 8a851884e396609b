import { setTimeout as sleep } from "node:timers/promises";
import knex, { type Knex } from "knex";
import { SECOND } from "../lib/clock.js";
import { carryOver } from "./former-migrations.js";
import { migratingConfig } from "./knex-config.js";
import { RUNNER_LOCK } from "./migrating-client.js";
import { selectRaw } from "./raw.js";
import { isSqlite } from "./table.js";

const LOCK_ROW = "migrations_lock";
const BETWEEN_ATTEMPTS = SECOND / 5;

/**
 * Brings the database up to date over a separate connection. Waits for another runner, and continues where a killed
 * one stopped.
 * @param onWait called once while another runner is active
 * @returns the names of the migrations that ran
 * @throws TooOldDatabase for a database of an earlier version than those that are carried over
 */
export async function migrate(databaseUrl: string, onWait?: () => void): Promise<string[]> {
  const database = knex(migratingConfig(databaseUrl, onWait));
  try {
    return await runMigrations(database, onWait);
  } finally {
    await database.destroy();
  }
}

/** Runs the migrations over a given connection, whose owner makes sure that no other runner is active. */
export const runMigrations = (database: Knex, onWait?: () => void): Promise<string[]> =>
  isSqlite(database) ? migrateFile(database, onWait) : migrateServer(database);

/**
 * Each migration is one transaction that takes the lock of the file first: a killed one leaves nothing, and the work
 * of another runner is visible.
 */
async function migrateFile(database: Knex, onWait?: () => void): Promise<string[]> {
  const done: string[] = [];
  for (let waited = false; ;)
    try {
      const [, names] = await database.transaction(async (trx) => {
        await carryOverFormer(trx);
        return trx.migrate.up() as Promise<[number, string[]]>;
      });
      if (names.length === 0) return done;
      done.push(...names);
    } catch (error) {
      if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
      if (!waited) onWait?.();
      waited = true;
      await sleep(BETWEEN_ATTEMPTS);
    }
}

/** Without a transaction, because each schema statement commits implicitly on MariaDB and MySQL. */
async function migrateServer(database: Knex): Promise<string[]> {
  await freeLockRow(database); // left by a killed runner: an active one holds the runner's lock
  await carryOverFormer(database);
  const [, names] = (await database.migrate.latest({ disableTransactions: true })) as [number, string[]];
  return names;
}

const carryOverFormer = async (database: Knex): Promise<void> =>
  carryOver(database, await completedMigrations(database), await allMigrations(database));

/**
 * knex's own lock is a row, which stays locked when its runner is killed. Other programs that use knex respect it.
 */
const freeLockRow = (database: Knex): Promise<void> =>
  database.migrate.forceFreeMigrationsLock() as Promise<void>;

export interface MigrationStatus {
  completed: string[];
  pending: string[];
  /** The connection of the active runner, on MariaDB and MySQL. */
  runner: number | null;
}

/** @throws when the database isn't available */
export async function migrationStatus(database: Knex): Promise<MigrationStatus> {
  const completed = await completedMigrations(database);
  return {
    completed,
    pending: await pendingMigrations(database, completed),
    runner: await runningConnection(database),
  };
}

/** @throws when the database isn't available */
export async function pendingMigrations(database: Knex, completed?: string[]): Promise<string[]> {
  const done = new Set(completed ?? (await completedMigrations(database)));
  return (await allMigrations(database)).filter((name) => !done.has(name));
}

/**
 * Ends the active runner and frees its locks. Needed only for a runner that hangs: a killed one holds nothing.
 * @returns the connection that was ended
 */
export async function unlockMigrations(database: Knex): Promise<number | null> {
  const runner = await runningConnection(database);
  if (runner !== null) await kill(database, runner);
  if (await database.schema.hasTable(LOCK_ROW)) await freeLockRow(database);
  return runner;
}

/** A runner that ends in the meantime is as good as ended. */
async function kill(database: Knex, connection: number): Promise<void> {
  try {
    await database.raw("kill ?", [connection]);
  } catch (error) {
    if ((error as { code?: string }).code !== "ER_NO_SUCH_THREAD") throw error;
  }
}

async function runningConnection(database: Knex): Promise<number | null> {
  if (isSqlite(database)) return null;
  const [row] = await selectRaw<{ id: number | null }>(
    database,
    `select is_used_lock(${RUNNER_LOCK}) as id`,
    [],
  );
  return row!.id;
}

function allMigrations(database: Knex): Promise<string[]> {
  const { migrations } = (database.client as { config: Knex.Config }).config;
  return (migrations!.migrationSource as Knex.MigrationSource<string>).getMigrations([]);
}

/** Without knex, which would create the table: a service that starts before `migrate` must not interfere with it. */
async function completedMigrations(database: Knex): Promise<string[]> {
  try {
    return (await database("migrations").orderBy("id").pluck("name")) as string[];
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === "ER_NO_SUCH_TABLE" || /no such table/.test(message)) return [];
    throw error;
  }
}
