import { v7 as uuidv7 } from "uuid";
import { isUniqueViolation } from "../../database/errors.js";
import { ActionForbidden, Failure, ValidationFailed, VersionStale } from "../../lib/failures.js";
import { ALL_TYPES, loggedUrl, Webhook } from "../../models/events/webhook.js";
import { text } from "../../texts/translate.js";
import { isBound, type Administrator } from "../access/actor.js";
import { lockActiveAdministrator } from "../access/locks.js";
import type { VersionCheck } from "../access/user-rights.js";
import { inActorContext, type ActorCall, type ActorContext } from "../context.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import { lockWebhook, type LockedWebhook } from "./managed-webhooks.js";
import { restartWaiting } from "./requeueing.js";
import { columnsOfNewSecret, encryptSecret, generateWebhookSecret } from "./webhook-secrets.js";
import { differenceOf, recordWebhook } from "./webhook-audit.js";
import { mayHear, validateWebhook, type WebhookInput } from "./webhook-input.js";

/** The most webhooks of a service: each event is compared with all of them. */
const MOST_WEBHOOKS = 500;

/** The id is taken, because the same request was sent before. */
export class WebhookExists extends Failure {
  constructor() {
    super(text("webhooks.already_created"));
  }
}

export interface WebhookWithSecret {
  webhook: Webhook;
  /** As plaintext, shown once. */
  secret: string;
}

/**
 * Registers an address that events are sent to. The webhook belongs to the actor.
 * @param id of the webhook; a form that sends its own id creates one webhook, however often it is submitted
 * @throws ValidationFailed with every invalid field; WebhookExists; ActionForbidden when the account, its session or its
 * permission has ended, for the operator, who has no account, and when there are too many
 */
export async function createWebhook(
  call: ActorCall<Administrator>,
  input: WebhookInput & { paused?: boolean },
  id: string = uuidv7(),
): Promise<WebhookWithSecret> {
  const { env } = call.services.config;
  return inActorContext(call, async (context) => {
    const { services, trx } = context;
    const { account, actor } = await lockActiveAdministrator(context, "webhooks.create");
    if (account === null) throw new ActionForbidden();
    const valid = validateWebhook(env, input, { owner: actor, isOwn: true });
    if ((await Webhook.query(trx).resultSize()) >= MOST_WEBHOOKS)
      throw new ActionForbidden(text("webhooks.too_many", { max: MOST_WEBHOOKS }));
    const secret = generateWebhookSecret();
    const webhook = await insert(trx, {
      ...{ ...valid, types: [...valid.types], id, user_id: account.id, version: 1 },
      ...stateOf(input.paused === true),
      secret: encryptSecret(services.encryption, id, secret),
    });
    await recordWebhook(context, "webhook_created", webhook, {
      url: loggedUrl(webhook.url),
      types: webhook.types,
    });
    await queueNotice(context, account, {
      kind: "webhook_created",
      values: { host: new URL(webhook.url).host },
      url: linkTo(services, "admin.webhooks.index"),
    });
    return { webhook, secret };
  });
}

async function insert(trx: ActorContext["trx"], columns: Partial<Webhook>): Promise<Webhook> {
  try {
    return await Webhook.query(trx).insertAndFetch(columns);
  } catch (error) {
    throw isUniqueViolation(error) ? new WebhookExists() : error;
  }
}

const stateOf = (paused: boolean): Pick<Webhook, "paused" | "pause_reason"> => ({
  paused,
  pause_reason: paused ? "by_hand" : null,
});

/** Absent fields stay as they are. */
export type WebhookChanges = Partial<WebhookInput> & { paused?: boolean | undefined };

/**
 * Writes the fields that differ. A webhook that is resumed tries what has waited anew.
 * @throws RowNotFound, ActionForbidden; VersionStale when the check fails; ValidationFailed, also when a webhook is
 * resumed whose owner can't read its events any more
 */
export async function updateWebhook(
  call: ActorCall<Administrator>,
  id: string,
  { paused, ...changes }: WebhookChanges,
  check: VersionCheck = null,
): Promise<Webhook> {
  const { env } = call.services.config;
  if (paused === false) await prepareToResume(call, id);
  return inActorContext(call, async (context) => {
    const locked = await lockWebhook(context, "webhooks.update", id);
    const { webhook, actor, owner } = locked;
    assertCurrent(webhook, check);
    const isOwn = actor.id === webhook.user_id;
    const input = { ...webhook, ...changes };
    const { url, description, types } = validateWebhook(env, input, { owner, isOwn, stored: webhook });
    const wanted = { url, description, types: [...types], paused: paused ?? webhook.paused };
    const { after, difference } = differenceOf(webhook, wanted);
    if (Object.keys(after).length === 0) return webhook;
    if (isBound(actor) && (after.url !== undefined || after.types !== undefined))
      throw new ActionForbidden(text("webhooks.target_kept"));
    const state = after.paused === undefined ? {} : stateOf(after.paused);
    if (after.paused === false) await resume(context, locked);
    await webhook.$query(context.trx).patch({ ...after, ...state, version: webhook.version + 1 });
    await recordWebhook(context, "webhook_updated", webhook, difference);
    return webhook;
  });
}

/** @throws ValidationFailed when the owner's rights would pause the webhook again */
async function resume(
  { services, trx }: ActorContext<Administrator>,
  { webhook, owner }: LockedWebhook,
): Promise<void> {
  const account = (await trx("users").where({ id: webhook.user_id }).first("status", "deleted_at")) as {
    status: string;
    deleted_at: number | null;
  };
  const hasEnded = account.deleted_at !== null || services.statusPolicy.isDenied(account.status);
  const hears = webhook.types.every((type) => type === ALL_TYPES || mayHear(owner, type));
  if (hasEnded || !hears || !owner.can("webhooks.read"))
    throw new ValidationFailed({ paused: [text("webhooks.validation.owner")] });
  await webhook.$query(trx).patch({ failing_since: null });
}

/** What waits is tried anew. It can be any number, and while the webhook is paused, none of it is sent meanwhile. */
async function prepareToResume(call: ActorCall<Administrator>, id: string): Promise<void> {
  const { webhook } = await inActorContext(call, (context) => lockWebhook(context, "webhooks.update", id));
  if (webhook.paused) await restartWaiting(call.services.knex, id);
}

/**
 * Replaces the secret. The former one signs for 24 hours, too.
 * @returns the plaintext secret, shown once
 * @throws RowNotFound, ActionForbidden; VersionStale when the check fails
 */
export async function rotateWebhookSecret(
  call: ActorCall<Administrator>,
  id: string,
  check: VersionCheck = null,
): Promise<WebhookWithSecret> {
  return inActorContext(call, async (context) => {
    const { services, trx } = context;
    const { webhook } = await lockWebhook(context, "webhooks.update", id);
    assertCurrent(webhook, check);
    const secret = generateWebhookSecret();
    const columns = columnsOfNewSecret(services.encryption, webhook, secret);
    await webhook.$query(trx).patch({ ...columns, version: webhook.version + 1 });
    await recordWebhook(context, "webhook_secret_rotated", webhook, { url: loggedUrl(webhook.url) });
    return { webhook, secret };
  });
}

/** Deletes the webhook with its log. @throws RowNotFound, ActionForbidden; VersionStale when the check fails */
export async function deleteWebhook(
  call: ActorCall<Administrator>,
  id: string,
  check: VersionCheck = null,
): Promise<Webhook> {
  return inActorContext(call, async (context) => {
    const { webhook } = await lockWebhook(context, "webhooks.delete", id);
    assertCurrent(webhook, check);
    await Webhook.query(context.trx).deleteById(id);
    await recordWebhook(context, "webhook_deleted", webhook, { url: loggedUrl(webhook.url) });
    return webhook;
  });
}

/** @throws VersionStale */
function assertCurrent({ version }: Webhook, check: VersionCheck): void {
  if (check?.(version) === false) throw new VersionStale();
}
