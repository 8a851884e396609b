import { randomInt } from "node:crypto";
import type { Knex } from "knex";
import { now } from "../../lib/clock.js";
import { changeRows } from "../raw.js";
import { isSqlite } from "../table.js";
import type { Document } from "./buckets.js";
import { deadColumns, parts } from "./segments.js";
import type { IndexedList, Source } from "./sources.js";

const MAX_STAMP = 2 ** 47;

/** @param dead places of documents that no row has any more. @returns the id of the segment */
export async function addSegment(
  trx: Knex.Transaction,
  list: IndexedList,
  documents: readonly Document[],
  dead: number[],
): Promise<number> {
  const [last] = (await trx("list_segments").where({ list }).max({ id: "id" })) as { id: number | null }[];
  const id = (last?.id ?? 0) + 1;
  const times = documents.map(({ createdAt }) => createdAt);
  await trx("list_segments").insert({
    list,
    id,
    stamp: randomInt(MAX_STAMP),
    size: documents.length,
    first_created_at: times.reduce((left, right) => Math.min(left, right)),
    last_created_at: times.reduce((left, right) => Math.max(left, right)),
    written_at: now(),
    ...deadColumns(dead),
  });
  return id;
}

/** @param buckets of all documents of the segment */
export async function addPostings(
  trx: Knex.Transaction,
  list: IndexedList,
  segment: number,
  buckets: ReadonlyMap<number, Buffer>,
): Promise<void> {
  const rows = [...buckets].sort(([left], [right]) => left - right);
  for (const part of parts(rows, 50))
    await changeRows(
      trx,
      `insert into list_postings (list, bucket, segment, data) values ${part.map(() => "(?, ?, ?, ?)").join()}`,
      part.flatMap(([bucket, data]) => [list, bucket, segment, data]),
    );
}

/** One statement for many rows: each would otherwise be a round trip. */
export async function setSlots(
  trx: Knex.Transaction,
  { table, indexedAs }: Source,
  rows: readonly { id: string; slot: number }[],
): Promise<void> {
  const stored = Object.fromEntries(
    Object.entries(indexedAs).map(([name, expression]) => [name, trx.raw(expression)]),
  );
  for (const part of parts(rows, 50)) {
    const cases = `case id ${part.map(() => "when ? then ?").join(" ")} end`;
    await trx(table)
      .whereIn(
        "id",
        part.map(({ id }) => id),
      )
      .update({
        ...stored,
        list_slot: trx.raw(
          isSqlite(trx) ? cases : `cast(${cases} as signed)`,
          part.flatMap(({ id, slot }) => [id, slot]),
        ),
      });
  }
}
