import type { Knex } from "knex";
import { selectRaw } from "./raw.js";
import { isSqlite } from "./table.js";
import { now, SECOND } from "../lib/clock.js";

export const LARGEST_SKEW = 2 * SECOND;

/**
 * By how many milliseconds the clock of this machine is ahead of the database's; null on SQLite, which has the same one.
 * Tokens and locks expire by the clock of this machine, and other machines write rows, too.
 */
export async function clockSkew(knex: Knex): Promise<number | null> {
  if (isSqlite(knex)) return null;
  const before = now();
  const [row] = await selectRaw<{ ms: number }>(knex, "select unix_timestamp(now(3)) * 1000 as ms", []);
  return (before + now()) / 2 - Number(row!.ms);
}
