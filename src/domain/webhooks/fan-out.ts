import type { Knex } from "knex";
import type { SequencedEvent } from "../../models/event.js";

/** Adds the deliveries of these events, in the transaction that gives the events their positions. */
export async function fanOut(_trx: Knex, _events: readonly SequencedEvent[]): Promise<void> {
  // nobody subscribes yet
}
