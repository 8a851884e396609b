import knex, { type Knex } from "knex";
import { knexConfig } from "../../../src/database/knex-config.js";
import { onMariaDb, testDatabaseUrl } from "../app/config.js";
import { resetRows } from "./rows.js";
import { bringUpToDate } from "./schema-template.js";
import { isMySql, tableNames } from "./tables.js";

export { isMySql, tableNames };

let scratches = 0;

/** An empty database of the same kind as that of this run, for tests that change the schema. */
export async function scratchDatabase(): Promise<{ url: string; knex: Knex; drop(): Promise<void> }> {
  if (!onMariaDb()) {
    const url = "sqlite::memory:";
    const database = knex(knexConfig(url));
    return { url, knex: database, drop: () => database.destroy() };
  }
  const given = testDatabaseUrl();
  const name = `authdock_scratch_${process.pid}_${++scratches}`;
  const admin = knex(knexConfig(given));
  await admin.raw(`create database ${name}`);
  const url = given.replace(/\/[^/?]+(\?.*)?$/, `/${name}$1`);
  const database = knex(knexConfig(url));
  const drop = async (): Promise<void> => {
    await database.destroy();
    await admin.raw(`drop database ${name}`);
    await admin.destroy();
  };
  return { url, knex: database, drop };
}

/** Rows that migrations insert and that tests keep. */
const KEPT = new Set(["migrations", "migrations_lock", "cache_versions", "locks", "event_sequence"]);

/** Migrates the schema and empties every table. Roles, definitions and settings are as shipped. */
export async function freshDatabase(knex: Knex): Promise<void> {
  await migratedDatabase(knex);
  await emptyTables(knex);
}

export const migratedDatabase = (knex: Knex): Promise<void> => bringUpToDate(knex, KEPT);

export const emptyTables = (knex: Knex): Promise<void> => resetRows(knex, KEPT);
