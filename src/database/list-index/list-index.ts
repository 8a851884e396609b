import type { Knex } from "knex";
import { selectAll } from "../raw.js";
import type { Conditions, Matches } from "./conditions.js";
import { Finder, type Segment, type State } from "./finder.js";
import { invalidSlots, type IndexedList } from "./sources.js";

export type { Matches };

const SEGMENT = 0;
const INVALID = 1;
const OUTSIDE = 2;
const ATTEMPTS = 5;

/**
 * Finds rows by the index.
 * @param outside the matching rows outside the index; counted together with reading the state of the index
 */
export async function findInIndex(
  knex: Knex,
  list: IndexedList,
  conditions: Conditions,
  outside: Knex.QueryBuilder,
): Promise<Matches> {
  for (let attempt = 1; ; attempt++) {
    const state = await readState(knex, list, outside);
    const found = await new Finder(knex, list, conditions, state).find();
    if (found) return found;
    // segments were merged between the two reads
    if (attempt === ATTEMPTS) throw new Error("The list index changes too fast.");
  }
}

/** One statement, so that no row is counted twice or missed while it is indexed. */
async function readState(knex: Knex, list: IndexedList, outside: Knex.QueryBuilder): Promise<State> {
  const count = outside.clone().count({ id: "*" }).toSQL().toNative();
  const invalid = knex.from(invalidSlots(knex, list).as("invalid")).select("slot").toSQL().toNative();
  const rows = await selectAll<Segment & { kind: number }>(
    knex,
    `select ${SEGMENT} as kind, id, stamp, size, first_created_at as firstCreated, last_created_at as lastCreated, dead
       from list_segments where list = ?
     union all select ${INVALID}, slot, 0, 0, 0, 0, null from (${invalid.sql}) as slots
     union all select ${OUTSIDE}, (${count.sql}), 0, 0, 0, 0, null`,
    [list, ...([...invalid.bindings, ...count.bindings] as Knex.RawBinding[])],
  );
  const state: State = { segments: [], invalid: [], outside: 0 };
  for (const { kind, ...row } of rows)
    if (kind === SEGMENT) state.segments.push(row);
    else if (kind === INVALID) state.invalid.push(row.id);
    else state.outside = row.id;
  return state;
}
