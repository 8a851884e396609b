import type { Knex } from "knex";
import { countDay } from "../../database/activity-counts.js";
import { repairListIndex } from "../../database/list-index/repair.js";
import { INDEXED_LISTS } from "../../database/list-index/sources.js";
import { maintainListIndex } from "../../database/list-index/upkeep.js";
import { now } from "../../lib/clock.js";
import { adoptFormerRows } from "../../models/former-rows.js";
import { Round } from "../../lib/round.js";

/** Adds changed rows to the index of the lists and counts past days of the audit log. Until then both are read row by row. */
export async function maintainLists(knex: Knex, round = new Round()): Promise<void> {
  while (!round.isOver && (await adoptFormerRows(knex))) await round.pause();
  for (const list of INDEXED_LISTS)
    while (!round.isOver && (await maintainListIndex(knex, list))) await round.pause();
  while (!round.isOver && (await countDay(knex, now()))) await round.pause();
}

/** Corrects the index after rows were deleted without it, such as by the previous release during an upgrade. */
export async function repairLists(knex: Knex): Promise<void> {
  for (const list of INDEXED_LISTS) await repairListIndex(knex, list);
}
