import type { Knex } from "knex";
import { selectAll } from "../raw.js";
import type { Conditions, Matches } from "./conditions.js";
import { Finder, type Segment, type State } from "./finder.js";
import type { IndexedList } from "./sources.js";

export type { Matches };

const SEGMENT = 0;
const DEAD = 1;
const UNINDEXED = 2;
const ATTEMPTS = 5;

/**
 * Finds rows by the index.
 * @param unindexed counts the matching rows outside the index; read together with the state of the index
 */
export async function findInIndex(
  knex: Knex,
  list: IndexedList,
  conditions: Conditions,
  unindexed: Knex.QueryBuilder,
): Promise<Matches> {
  for (let attempt = 1; ; attempt++) {
    const state = await readState(knex, list, unindexed);
    const found = await new Finder(knex, list, conditions, state).find();
    if (found) return found;
    // segments were merged between the two reads
    if (attempt === ATTEMPTS) throw new Error("The list index changes too fast.");
  }
}

/** One statement, so that no row is counted twice or missed while it is indexed. */
async function readState(knex: Knex, list: IndexedList, unindexed: Knex.QueryBuilder): Promise<State> {
  const count = unindexed.clone().count({ id: "*" }).toSQL().toNative();
  const rows = await selectAll<Segment & { kind: number }>(
    knex,
    `select ${SEGMENT} as kind, id, stamp, size, first_created_at as firstCreated, last_created_at as lastCreated, dead
       from list_segments where list = ?
     union all select ${DEAD}, slot, 0, 0, 0, 0, null from list_dead_slots where list = ?
     union all select ${UNINDEXED}, (${count.sql}), 0, 0, 0, 0, null`,
    [list, list, ...(count.bindings as Knex.RawBinding[])],
  );
  const state: State = { segments: [], dead: [], unindexed: 0 };
  for (const { kind, ...row } of rows)
    if (kind === SEGMENT) state.segments.push(row);
    else if (kind === DEAD) state.dead.push(row.id);
    else state.unindexed = row.id;
  return state;
}
