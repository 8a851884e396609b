import { holdersNamed } from "../../models/lists/kept-counts.js";
import { SYSTEM_ADMIN } from "../../models/role.js";
import type { PauseReason, Webhook } from "../../models/events/webhook.js";
import { ACTIVE } from "../accounts/account-status.js";
import { ownOrigin } from "../audit/origin.js";
import { recordActivity } from "../audit/record.js";
import { inContext, type Context } from "../context.js";
import { linkTo } from "../mail/links.js";
import { queueNotice, type NoticeKind, type Reader } from "../mail/notices.js";
import type { Services } from "../services.js";

type Reason = Exclude<PauseReason, "by_hand">;

const NOTICES: Record<Reason, NoticeKind> = {
  failed: "webhook_failed",
  rights: "webhook_without_rights",
  owner_ended: "webhook_of_ended_owner",
};

/** The most administrators who are told about a webhook whose owner has ended. */
const MOST_TOLD = 20;

/**
 * Pauses the webhook until someone resumes it, and tells its owner by mail. What is pending stays as it is and waits. A second
 * time nothing happens.
 */
export async function pauseWebhook(
  services: Services,
  { id, url, user_id: ownerId }: Pick<Webhook, "id" | "url" | "user_id">,
  reason: Reason,
): Promise<void> {
  const origin = ownOrigin();
  await inContext({ services, origin }, async (context) => {
    const { trx } = context;
    const paused = await trx("webhooks")
      .where({ id, paused: false })
      .update({ paused: true, pause_reason: reason, version: trx.raw("version + 1") });
    if (paused === 0) return;
    const subject = { type: "webhook", id };
    const activity = {
      event: "webhook_paused",
      actorId: null,
      subject,
      ownerId,
      changes: { reason },
    } as const;
    await recordActivity(trx, activity, origin);
    for (const reader of await readersOf(context, ownerId, reason))
      await queueNotice(context, reader, {
        kind: NOTICES[reason],
        values: { host: new URL(url).host },
        url: linkTo(services, "admin.webhooks.index"),
      });
  });
}

/** The owner; the system administrators when the owner has ended. */
async function readersOf({ trx }: Context, ownerId: string, reason: Reason): Promise<Reader[]> {
  const readers = trx("users").whereNull("deleted_at");
  if (reason === "owner_ended") readers.whereIn("id", holdersNamed(trx, SYSTEM_ADMIN).select("user_id"));
  else readers.where({ id: ownerId });
  return (await readers.where({ status: ACTIVE }).limit(MOST_TOLD).select("users.*")) as Reader[];
}
