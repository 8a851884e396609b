import { toRfc3339 } from "../../lib/clock.js";
import type { Webhook } from "../../models/events/webhook.js";

/** The type of test events. It can't be subscribed to. */
export const TEST_TYPE = "webhook.test";
/** Tests come before all events. */
export const TEST_POSITION = 0;

/** A test as it is sent. @param createdAt milliseconds since the epoch */
export const presentTestEvent = (
  { id: webhookId, description }: Webhook,
  { id, createdAt }: { id: string; createdAt: number },
) => ({
  id,
  type: TEST_TYPE,
  occurred_at: toRfc3339(createdAt),
  // no request caused it
  trace_id: id,
  subject: { type: "webhook", id: webhookId },
  actor: null,
  data: { id: webhookId, description },
  previous: null,
});
