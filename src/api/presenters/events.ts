import type { UserSnapshot } from "../../domain/audit/snapshots.js";
import type { EventEntry } from "../../domain/events/event-log.js";
import type { Services } from "../../domain/services.js";
import { toRfc3339 } from "../../lib/clock.js";
import type { Schema } from "../types.js";
import { presentUser } from "./accounts.js";

/** The most bytes of an event as JSON. */
const MAX_BYTES = 64 * 1024;

/**
 * The event as the API and deliveries show it, in at most 64 KiB: `previous` is left out of a larger one, and then
 * `data`.
 */
export function presentEvent(services: Services, entry: EventEntry): Schema<"Event"> {
  const event: Schema<"Event"> = {
    id: entry.id,
    type: entry.type,
    occurred_at: toRfc3339(entry.occurredAt),
    trace_id: entry.traceId,
    subject: entry.subject,
    actor: entry.actor && { ...entry.actor, client: entry.client },
    data: entry.data && presentData(services, entry.data),
    previous: entry.previous,
  };
  if (fits(event)) return event;
  const short = { ...event, previous: null };
  return fits(short) ? short : { ...short, data: null };
}

const fits = (event: object): boolean => Buffer.byteLength(JSON.stringify(event)) <= MAX_BYTES;

function presentData({ config }: Services, data: object) {
  const user = data as UserSnapshot;
  return presentUser(user, user.role, config.env.APP_URL);
}
