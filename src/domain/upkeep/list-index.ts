import type { Knex } from "knex";
import { INDEXED_LISTS } from "../../database/list-index/sources.js";
import { maintainListIndex } from "../../database/list-index/upkeep.js";
import { Round } from "../../lib/round.js";

/** Adds changed rows to the index of the lists. Until then they are found without it. */
export async function maintainLists(knex: Knex, round = new Round()): Promise<void> {
  for (const list of INDEXED_LISTS)
    while (!round.isOver && (await maintainListIndex(knex, list))) await round.pause();
}
