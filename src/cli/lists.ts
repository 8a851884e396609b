import { checkDayCounts } from "../database/activity-counts.js";
import { checkListIndex } from "../database/list-index/repair.js";
import { INDEXED_LISTS } from "../database/list-index/sources.js";
import { maintainLists } from "../domain/upkeep/list-index.js";
import type { Services } from "../domain/services.js";
import { ValidationFailed } from "../lib/failures.js";

/** `lists verify` compares the index of the lists with the rows; `lists repair` corrects it. @throws ValidationFailed */
export async function listsCommand({ knex }: Services, [act, ...rest]: string[]): Promise<void> {
  if ((act !== "verify" && act !== "repair") || rest.length > 0)
    throw new ValidationFailed({ lists: ["Usage: lists verify, or lists repair"] });
  const repairs = act === "repair";
  let wrong = 0;
  const report = (name: string, found: number): void => {
    console.log(`${name.padEnd(28)} ${found === 0 ? "correct" : `${found} wrong`}`);
    wrong += found;
  };
  for (const list of INDEXED_LISTS)
    report(list, await checkListIndex(knex, list, { isThorough: true, repairs }));
  report("activity (days)", await checkDayCounts(knex, repairs));
  if (repairs) await maintainLists(knex);
  else if (wrong > 0) process.exitCode = 1;
}
