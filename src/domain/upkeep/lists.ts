import type { Knex } from "knex";
import { checkDayCounts, countDay } from "../../database/activity-counts.js";
import { now } from "../../lib/clock.js";
import { MaintenanceBudget } from "../../lib/maintenance-budget.js";
import { checkKeptCount, keepCount } from "../../models/lists/kept-counts.js";
import { checkWords, SEARCHED_LISTS } from "../../models/lists/word-check.js";

/** Counts what will not change any more: accounts, and past days of the audit log. Until then they are counted each time. */
export async function keepCounts(knex: Knex, budget = new MaintenanceBudget()): Promise<void> {
  await keepCount(knex, now());
  while (!budget.isOver && (await countDay(knex, now()))) await budget.pause();
}

/** Compares words and counts with the rows. @param repairs whether they are corrected. @returns list → wrong places */
export async function checkLists(knex: Knex, repairs: boolean): Promise<Record<string, number>> {
  const wrong: Record<string, number> = {};
  for (const list of SEARCHED_LISTS) wrong[`${list} (words)`] = await checkWords(knex, list, repairs);
  wrong["users (count)"] = await checkKeptCount(knex, repairs);
  wrong["activity (days)"] = await checkDayCounts(knex, repairs);
  return wrong;
}
