import type { Knex } from "knex";
import { selectBuilt, sqlOf, type QueryValue, type Sql } from "../built-queries.js";
import type { Conditions, Matches } from "./conditions.js";
import { Finder, type Segment, type State } from "./finder.js";
import { invalidSlots, type IndexedList } from "./sources.js";

export type { Matches };

const SEGMENT = 0;
const INVALID = 1;
const OUTSIDE = 2;
const ATTEMPTS = 5;

/** The matching rows outside the index, as a query of `selectBuilt`. */
export interface OutsideRows {
  shape: string | null;
  values: readonly QueryValue[];
  build: (values: readonly QueryValue[]) => Knex.QueryBuilder;
}

/**
 * Finds rows by the index.
 * @param outside counted together with reading the state of the index
 */
export async function findInIndex(
  knex: Knex,
  list: IndexedList,
  conditions: Conditions,
  outside: OutsideRows,
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
async function readState(
  knex: Knex,
  list: IndexedList,
  { shape, values, build }: OutsideRows,
): Promise<State> {
  const rows = await selectBuilt<Segment & { kind: number }>(
    knex,
    shape && `state of ${list} with ${shape}`,
    values,
    (given) => stateSql(knex, list, build(given)),
  );
  const state: State = { segments: [], invalid: [], outside: 0 };
  for (const { kind, ...row } of rows)
    if (kind === SEGMENT) state.segments.push(row);
    else if (kind === INVALID) state.invalid.push(row.id);
    else state.outside = row.id;
  return state;
}

function stateSql(knex: Knex, list: IndexedList, outside: Knex.QueryBuilder): Sql {
  const count = sqlOf(outside.count({ id: "*" }));
  const invalid = sqlOf(knex.from(invalidSlots(knex, list).as("invalid")).select("slot"));
  return {
    sql: `select ${SEGMENT} as kind, id, stamp, size, first_created_at as firstCreated, last_created_at as lastCreated, dead
       from list_segments where list = ?
     union all select ${INVALID}, slot, 0, 0, 0, 0, null from (${invalid.sql}) as slots
     union all select ${OUTSIDE}, (${count.sql}), 0, 0, 0, 0, null`,
    bindings: [list, ...invalid.bindings, ...count.bindings],
  };
}
