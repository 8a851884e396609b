import { loggedUrl, type Webhook } from "../../models/events/webhook.js";
import type { Administrator } from "../access/actor.js";
import type { ActivityEvent } from "../audit/activities.js";
import { recordActivity } from "../audit/record.js";
import type { ActorContext } from "../context.js";

/** What an update can change. */
type WebhookColumns = Pick<Webhook, "url" | "description" | "types" | "paused">;

/** The columns that an update changes, and the difference for the audit log. */
export function differenceOf(webhook: Webhook, wanted: WebhookColumns) {
  const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (name) => JSON.stringify(wanted[name]) !== JSON.stringify(webhook[name]),
  );
  const values = (from: Partial<Webhook>) => changed.map((name) => [name, from[name]] as const);
  return {
    after: Object.fromEntries(values(wanted)) as Partial<typeof wanted>,
    difference: Object.fromEntries(
      changed.map((name) => [name, { before: loggedValue(name, webhook), after: loggedValue(name, wanted) }]),
    ) as object,
  };
}

const loggedValue = (name: keyof WebhookColumns, of: WebhookColumns): unknown =>
  name === "url" ? loggedUrl(of.url) : of[name];

/** Records what was done to a webhook. Its owner decides who sees the row. */
export const recordWebhook = (
  { trx, actor, origin }: ActorContext<Administrator>,
  event: ActivityEvent,
  { id, user_id: ownerId }: Webhook,
  changes: object,
): Promise<void> => {
  const subject = { type: "webhook", id };
  return recordActivity(trx, { event, actorId: actor.id, subject, ownerId, changes }, origin);
};
