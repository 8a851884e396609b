import type { Knex } from "knex";

/** Days for which events can be read. */
export const EVENT_DAYS = 30;

/** Removes what events say about an account whose personal data is removed. That they happened can still be read. */
export async function redactEvents(trx: Knex, userId: string): Promise<void> {
  await trx("events").where({ owner_id: userId }).update({ data: null, previous: null });
}
