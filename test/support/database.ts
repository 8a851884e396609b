import type { Knex } from "knex";
import { seedBasics } from "../../src/domain/seed.js";

const KEPT = new Set(["migrations", "migrations_lock"]);

/** Brings the schema up to date and empties every table; roles, definitions and settings are as shipped. */
export async function freshDatabase(knex: Knex): Promise<void> {
  await knex.migrate.latest();
  await emptyTables(knex);
}

export async function emptyTables(knex: Knex): Promise<void> {
  const names = await tableNames(knex);
  await knex.transaction(async (trx) => {
    if (isMySql(knex)) await trx.raw("set foreign_key_checks = 0");
    else await trx.raw("pragma defer_foreign_keys = on");
    for (const name of names) if (!KEPT.has(name) && name !== "cache_versions") await trx(name).del();
    if (isMySql(knex)) await trx.raw("set foreign_key_checks = 1");
  });
  await seedBasics(knex);
}

export const isMySql = (knex: Knex): boolean => (knex.client as { dialect: string }).dialect === "mysql";

export async function tableNames(knex: Knex): Promise<string[]> {
  if (isMySql(knex)) {
    const [rows] = (await knex.raw(
      "select table_name as name from information_schema.tables where table_schema = database()",
    )) as [{ name: string }[]];
    return rows.map((row) => row.name);
  }
  const rows = (await knex.raw(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
  )) as {
    name: string;
  }[];
  return rows.map((row) => row.name);
}
