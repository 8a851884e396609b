import type { WebhookEvent } from "@authdock/client";

/** The ids of the events that were handled. */
export const handled: string[] = [];
export const people = new Map<string, string>();

// #region handle
export function handle(event: WebhookEvent): void {
  if (handled.includes(event.id)) return; // the same event can arrive again
  if (event.type === "user.created" || event.type === "user.updated")
    people.set(event.data.id, event.data.email);
  else if (event.type === "user.deleted") people.delete(event.subject.id);
  handled.push(event.id);
}
// #endregion
