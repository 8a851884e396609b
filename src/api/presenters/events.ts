import type {
  ClientSnapshot,
  RoleSnapshot,
  TokenSnapshot,
  UserSnapshot,
} from "../../domain/audit/snapshots.js";
import type { ClientUse } from "../../models/client-use.js";
import type { EventEntry } from "../../domain/events/event-log.js";
import type { Services } from "../../domain/services.js";
import { toRfc3339 } from "../../lib/clock.js";
import type { Passkey } from "../../models/passkey.js";
import type { Schema } from "../types.js";
import { presentUser } from "./accounts.js";
import { presentClient } from "./api-clients.js";
import { presentPasskey } from "./passkeys.js";
import { presentRole } from "./roles.js";
import { presentToken } from "./tokens.js";

/** The most bytes of an event as JSON. */
const MAX_BYTES = 64 * 1024;

/**
 * The event as deliveries send it. Null for a row that no presenter can read, which the log names, so that it holds up nothing
 * else.
 */
export function presentEvent(services: Services, entry: EventEntry): Schema<"Event"> | null {
  try {
    return present(services, entry);
  } catch (error) {
    services.log.error({ err: error, event_id: entry.id, type: entry.type }, "an event can't be shown");
    return null;
  }
}

/** The event as the API shows it: without the data of a row that no presenter can read. */
export const presentListedEvent = (services: Services, entry: EventEntry): Schema<"Event"> =>
  presentEvent(services, entry) ?? present(services, { ...entry, data: null, previous: null });

/** In at most 64 KiB: `previous` is left out of a larger one, and then `data`. */
function present(services: Services, entry: EventEntry): Schema<"Event"> {
  const event: Schema<"Event"> = {
    id: entry.id,
    type: entry.type,
    occurred_at: toRfc3339(entry.occurredAt),
    trace_id: entry.traceId,
    subject: entry.subject,
    actor: entry.actor && { ...entry.actor, client: entry.client },
    data: hasData(entry) ? presentData(services, entry) : null,
    previous: entry.previous,
  };
  if (fits(event)) return event;
  const short = { ...event, previous: null };
  return fits(short) ? short : { ...short, data: null };
}

const hasData = (entry: EventEntry): entry is EventEntry & { data: object } => entry.data !== null;

const fits = (event: object): boolean => Buffer.byteLength(JSON.stringify(event)) <= MAX_BYTES;

type Data = Record<string, unknown>;

/** The stored subject, by the presenters of the rest of the API. */
function presentData(services: Services, { subject, data }: EventEntry & { data: object }): Data {
  switch (subject.type) {
    case "role": {
      const { permissions, holders, ...role } = data as RoleSnapshot & { holders: number };
      return presentRole({ ...role, permissions: new Set(permissions) }, holders);
    }
    case "client": {
      const client = data as ClientSnapshot & ClientUse;
      return presentClient(services, client, client);
    }
    case "token":
      return presentToken(data as TokenSnapshot);
    case "settings":
      return { ...data };
    case "user":
      return "user" in data
        ? presentComposed(services, data as Composed)
        : userOf(services, data as UserSnapshot);
  }
}

/** An account, and what else an event about it says. */
interface Composed {
  user: UserSnapshot;
  passkey?: Passkey["shown"];
}

const presentComposed = (services: Services, { user, passkey, ...more }: Composed): Data => ({
  user: userOf(services, user),
  ...(passkey && { passkey: presentPasskey(passkey) }),
  ...more,
});

const userOf = ({ config }: Services, user: UserSnapshot) => presentUser(user, user.role, config.env.APP_URL);
