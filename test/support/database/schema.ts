import type { Knex } from "knex";
import { isMySql, tableNames } from "./database.js";

/** A text description of every table; equal texts mean equal schemas. */
export async function schemaOf(knex: Knex): Promise<string> {
  const names = (await tableNames(knex)).sort();
  const texts: string[] = [];
  for (const name of names) texts.push(isMySql(knex) ? await created(knex, name) : await stored(knex, name));
  return texts.join("\n\n");
}

async function created(knex: Knex, name: string): Promise<string> {
  const [[row]] = (await knex.raw(`show create table \`${name}\``)) as [{ "Create Table": string }[]];
  return row!["Create Table"].replace(/ AUTO_INCREMENT=\d+/, "");
}

async function stored(knex: Knex, name: string): Promise<string> {
  const rows = (await knex("sqlite_master")
    .where({ tbl_name: name })
    .orderBy("name")
    .select("name", "sql")) as { name: string; sql: string | null }[];
  return rows.map(({ name: entry, sql }) => sql ?? entry).join("\n");
}
