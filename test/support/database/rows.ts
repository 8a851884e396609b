import type { Knex } from "knex";
import { inTransaction } from "../../../src/database/transaction.js";
import { seedBasics } from "../../../src/domain/upkeep/seed.js";
import { isMariaDb, isMySql, rowsWritten, runOnSqlite, tableNames } from "./tables.js";

/** Dialect → the statements that delete every row and insert those of `seedBasics`. */
const scripts = new Map<boolean, string[]>();

/** Database in memory → the number of rows that were written when it was last emptied. */
const emptiedAt = new WeakMap<object, number | null>();

/**
 * Leaves the rows of a database that was just set up. Every test begins with it, so nothing is done when nothing
 * was written since, MariaDB gets the statements in one script after the first time, and SQLite keeps them prepared.
 * @param kept tables whose rows stay
 */
export async function resetRows(knex: Knex, kept: ReadonlySet<string>): Promise<void> {
  const written = await rowsWritten(knex);
  if (written !== null && written === emptiedAt.get(knex)) return;
  await empty(knex, kept);
  emptiedAt.set(knex, await rowsWritten(knex));
}

async function empty(knex: Knex, kept: ReadonlySet<string>): Promise<void> {
  const dialect = isMySql(knex);
  const script = scripts.get(dialect);
  if (script !== undefined) return run(knex, script);
  const emptied = (await tableNames(knex)).filter((name) => !kept.has(name));
  const deletions = emptied.map((name) => `delete from ${name};`);
  await run(knex, deletions);
  await seedBasics(knex);
  const insertions = await Promise.all(emptied.map((name) => insertionOf(knex, name)));
  // caches in processes must not keep rows of the test before
  const versions = "update cache_versions set version = version + 1;";
  scripts.set(
    dialect,
    [...deletions, ...insertions, versions].filter((statement) => statement !== ""),
  );
}

/** The statement that inserts all rows of the table, empty when there are none. */
async function insertionOf(knex: Knex, table: string): Promise<string> {
  const rows = (await knex(table).select()) as object[];
  return rows.length === 0 ? "" : `${knex(table).insert(rows).toQuery()};`;
}

/** Runs statements in one transaction that checks foreign keys at its end (SQLite) or not at all (MariaDB, MySQL). */
async function run(knex: Knex, statements: string[]): Promise<void> {
  if (!isMySql(knex)) return runOnSqlite(knex, statements);
  if (!(await isMariaDb(knex))) return runOnMySql(knex, statements);
  // a block is one statement for the server
  const block = `begin not atomic
    declare exit handler for sqlexception begin set foreign_key_checks = 1; resignal; end;
    set foreign_key_checks = 0;
    ${statements.join("\n")}
    set foreign_key_checks = 1;
  end`;
  // requests that a test has left can hold locks for a moment
  await inTransaction(knex, (trx) => trx.raw(block.replaceAll("?", "\\?")));
}

/** MySQL has no blocks outside of procedures. */
const runOnMySql = (knex: Knex, statements: string[]): Promise<void> =>
  inTransaction(knex, async (trx) => {
    await trx.raw("set foreign_key_checks = 0");
    try {
      for (const statement of statements) await trx.raw(statement.replaceAll("?", "\\?"));
    } finally {
      await trx.raw("set foreign_key_checks = 1");
    }
  });
