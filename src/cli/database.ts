import type { Command } from "commander";
import knex, { type Knex } from "knex";
import { checkDayCounts } from "../database/activity-counts.js";
import { checkListIndex } from "../database/list-index/repair.js";
import { lockingConfig } from "../database/knex-config.js";
import { INDEXED_LISTS } from "../database/list-index/sources.js";
import { migrate, migrationStatus, unlockMigrations } from "../database/migrate.js";
import { isSqlite } from "../database/table.js";
import { maintainLists } from "../domain/upkeep/list-index.js";
import type { CommandLine } from "./command-line.js";
import { EXIT } from "./failures.js";

/** `migrate [status|unlock]`, `lists verify|repair`. */
export function addDatabaseCommands(program: Command, line: CommandLine): void {
  const migrations = program
    .command("migrate")
    .description("bring the database up to date")
    .action(() => bringUpToDate(line));
  migrations
    .command("status")
    .description("show which migrations have run, are pending or running")
    .action(() => showStatus(line));
  migrations
    .command("unlock")
    .description("end a migration that hangs")
    .action(() => unlock(line));
  const lists = program.command("lists").description("the index of the lists");
  lists
    .command("verify")
    .description("compare the index with the rows")
    .action(() => checkLists(line, false));
  lists
    .command("repair")
    .description("correct the index")
    .action(() => checkLists(line, true));
}

async function bringUpToDate(line: CommandLine): Promise<void> {
  const onWait = (): void => line.terminal.report("Waiting for another migration to finish…");
  const names = await migrate(line.config.env.DATABASE_URL, onWait);
  line.print({ migrated: names }, [migratedLine(names)]);
}

/** A new database has a migration for every change that there ever was. */
function migratedLine(names: readonly string[]): string {
  if (names.length === 0) return "The database is up to date.";
  if (names.length > 5) return `Migrated: ${names[0]} to ${names.at(-1)}, ${names.length} in all`;
  return `Migrated: ${names.join(", ")}`;
}

async function showStatus(line: CommandLine): Promise<void> {
  const { completed, pending, runner } = await onLockingNode(line, migrationStatus);
  line.print({ completed, pending, running_on_connection: runner }, [
    ...completed.map((name) => `done      ${name}`),
    ...pending.map((name) => `pending   ${name}`),
    ...(runner === null ? [] : [`A migration is running on connection ${runner}.`]),
  ]);
}

async function unlock(line: CommandLine): Promise<void> {
  const runner = await onLockingNode(line, unlockMigrations);
  line.print({ ended_connection: runner }, [unlockedLine(runner, isSqlite(line.services.knex))]);
}

/** Does the work on the node whose lock the runners of migrations take. */
async function onLockingNode<T>(
  { config, services }: CommandLine,
  work: (database: Knex) => Promise<T>,
): Promise<T> {
  if (isSqlite(services.knex)) return work(services.knex);
  const database = knex(lockingConfig(config.env.DATABASE_URL));
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

function unlockedLine(runner: number | null, onSqlite: boolean): string {
  if (runner !== null) return `Ended the migration on connection ${runner}. Run migrate to continue it.`;
  return onSqlite
    ? "Nothing to unlock: on SQLite a lock ends with its process."
    : "No migration is running. Run migrate to continue one that was interrupted.";
}

async function checkLists(line: CommandLine, repairs: boolean): Promise<void> {
  const { knex } = line.services;
  const wrong: Record<string, number> = {};
  for (const list of INDEXED_LISTS)
    wrong[list] = await checkListIndex(knex, list, { isThorough: true, repairs });
  wrong["activity (days)"] = await checkDayCounts(knex, repairs);
  const lines = Object.entries(wrong).map(
    ([name, found]) => `${name.padEnd(28)} ${found === 0 ? "correct" : `${found} wrong`}`,
  );
  if (repairs) await maintainLists(knex);
  else if (Object.values(wrong).some((found) => found > 0)) line.exitCode = EXIT.failed;
  line.print({ wrong }, lines);
}
