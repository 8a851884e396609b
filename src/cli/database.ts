import type { Command } from "commander";
import knex, { type Knex } from "knex";
import { lockingConfig } from "../database/knex-config.js";
import { migrate, migrationStatus, unlockMigrations } from "../database/migrate.js";
import { isSqlite } from "../database/table.js";
import { checkLists, keepCounts } from "../domain/upkeep/lists.js";
import { completeWords } from "../models/lists/word-check.js";
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
  const lists = program.command("lists").description("the words and counts of the lists");
  lists
    .command("verify")
    .description("compare them with the rows")
    .action(() => printCheck(line, false));
  lists
    .command("repair")
    .description("correct them")
    .action(() => printCheck(line, true));
}

async function bringUpToDate(line: CommandLine): Promise<void> {
  const onWait = (): void => line.terminal.report("Waiting for another migration to finish…");
  const names = await migrate(line.config.env.DATABASE_URL, onWait);
  await completeWords(line.services.knex);
  line.print({ migrated: names }, [migratedLine(names)]);
}

/** Names a range when a new database has got all of them. */
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

async function printCheck(line: CommandLine, repairs: boolean): Promise<void> {
  const { knex } = line.services;
  const wrong = await checkLists(knex, repairs);
  const lines = Object.entries(wrong).map(
    ([name, found]) => `${name.padEnd(28)} ${found === 0 ? "correct" : `${found} wrong`}`,
  );
  if (repairs) await keepCounts(knex);
  else if (Object.values(wrong).some((found) => found > 0)) line.exitCode = EXIT.failed;
  line.print({ wrong }, lines);
}
