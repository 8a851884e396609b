import type { Knex } from "knex";
import { inTransaction } from "../../database/transaction.js";
import type { EventRow, SequencedEvent } from "../../models/events/event.js";
import type { Services } from "../services.js";

/** The most events that one transaction takes. */
const EVENTS_TOGETHER = 500;
/** The most deliveries that one transaction adds. On SQLite, others can't write during that. */
const DELIVERIES_TOGETHER = 2000;

/** Adds what follows from events, in the transaction that gives them their positions. */
export type FanOut = (trx: Knex, events: readonly SequencedEvent[]) => Promise<void>;

/**
 * Gives each committed event its position, and fans it out once, whichever process does it. Because positions are given
 * after the commit, a reader that goes on after a position misses nothing that commits late.
 * @returns the number of events
 */
export async function sequenceEvents({ knex }: Pick<Services, "knex">, fanOut: FanOut): Promise<number> {
  let sequenced = 0;
  for (;;) {
    // most of the time nothing waits, and then no process takes the lock
    if (!(await waiting(knex).first("seq"))) return sequenced;
    const most = await mostTogether(knex);
    const taken = await inTransaction(knex, (trx) => sequenceSome(trx, most, fanOut));
    sequenced += taken;
    if (taken < most) return sequenced;
  }
}

/** The events for one transaction: fewer where each makes many deliveries. */
async function mostTogether(knex: Knex): Promise<number> {
  const [row] = (await knex("webhooks").where({ paused: false }).count({ active: "*" })) as [Counted];
  return Math.min(EVENTS_TOGETHER, Math.ceil(DELIVERIES_TOGETHER / Math.max(1, Number(row.active))));
}
interface Counted {
  active: number | string;
}

const waiting = (knex: Knex): Knex.QueryBuilder => knex("events").whereNull("position").orderBy("seq");

async function sequenceSome(trx: Knex.Transaction, most: number, fanOut: FanOut): Promise<number> {
  // the lock of all sequencers; as it is written, nodes of a cluster let one of two such transactions commit
  const { last_position: last } = (await trx("event_sequence").forUpdate().first("last_position")) as {
    last_position: number;
  };
  const rows = (await waiting(trx).limit(most)) as EventRow[];
  if (rows.length === 0) return 0;
  const events = rows.map((row, index) => ({ ...row, position: last + index + 1 }));
  await setPositions(trx, events);
  await trx("event_sequence").update({ last_position: last + events.length });
  await fanOut(trx, events);
  return events.length;
}

async function setPositions(trx: Knex, events: readonly SequencedEvent[]): Promise<void> {
  const cases = events.map(() => "when ? then ?").join(" ");
  const position = trx.raw(
    `case seq ${cases} end`,
    events.flatMap(({ seq, position: place }) => [seq, place]),
  );
  await trx("events")
    .whereIn(
      "seq",
      events.map(({ seq }) => seq),
    )
    .update({ position });
}
