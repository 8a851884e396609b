import { sequenceEvents } from "../../../src/domain/events/sequencer.js";
import { fanOut } from "../../../src/domain/webhooks/fan-out.js";
import type { User } from "../../../src/models/user.js";
import { checkEvent, type Event } from "../contract/event-check.js";
import type { World } from "./world.js";

/** Reads events as the API shows them, each checked against the schema of its type. Call it where `useWorld` is called. */
export function eventLog(world: World) {
  /** The API for a reader, by default one who may read everything. */
  const readerOf = async (reader?: User) =>
    world.api.as(await world.make.token(reader ?? (await world.make.user({ role: "system_admin" }))));

  const sequence = (): Promise<number> => sequenceEvents(world.services, fanOut);

  /** All events so far, oldest first. */
  async function read(query: Record<string, string> = {}, reader?: User): Promise<Event[]> {
    await sequence();
    const api = await readerOf(reader);
    const events: Event[] = [];
    for (let cursor = "0"; ;) {
      const { body } = await api
        .get("/events")
        .query({ per_page: 100, cursor, ...query })
        .expect(200);
      const { data, meta } = body as {
        data: { items: Event[] };
        meta: { next_cursor: string; has_more: boolean };
      };
      events.push(...data.items);
      if (!meta.has_more) break;
      cursor = meta.next_cursor;
    }
    // those of an anonymised account have no data any more
    for (const event of events) if (event.data !== null) checkEvent(event);
    return events;
  }

  /** What the work does to others, as events. */
  async function during(work: () => Promise<unknown>): Promise<Event[]> {
    const before = new Set((await read()).map(({ id }) => id));
    await work();
    const events = (await read()).filter(({ id }) => !before.has(id));
    for (const event of events) checkEvent(event);
    return events;
  }
  return { readerOf, sequence, read, during };
}
