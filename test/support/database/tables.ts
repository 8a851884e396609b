import type { Knex } from "knex";

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
