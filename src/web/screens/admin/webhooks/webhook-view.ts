import { readableTypes } from "../../../../domain/events/event-log.js";
import {
  getWebhook,
  mayManage,
  rightsOf,
  type OwnedWebhook,
} from "../../../../domain/webhooks/managed-webhooks.js";
import { now } from "../../../../lib/clock.js";
import { ALL_TYPES } from "../../../../models/events/webhook.js";
import { fullNameOf } from "../../../../models/public-user.js";
import type { RoleHolder } from "../../../../domain/access/actor.js";
import type { Form } from "../../../forms/form.js";
import type { WebCall } from "../../../server/call.js";

/** What a webhook does: its reason for being paused, `failing` or `active`. */
const stateOf = ({ webhook }: OwnedWebhook): string =>
  webhook.pause_reason ?? (webhook.failing_since === null ? "active" : "failing");

export const presentWebhook = (owned: OwnedWebhook) => {
  const { webhook, owner } = owned;
  const endsAt = webhook.previous_secret_ends_at;
  return {
    id: webhook.id,
    url: webhook.url,
    description: webhook.description,
    isAll: webhook.types.includes(ALL_TYPES),
    types: webhook.types,
    state: stateOf(owned),
    isPaused: webhook.paused,
    failingSince: webhook.failing_since,
    previousSecretEndsAt: endsAt !== null && endsAt > now() ? endsAt : null,
    owner: { id: owner.id, name: fullNameOf(owner), email: owner.email },
    version: webhook.version,
    createdAt: webhook.created_at,
    updatedAt: webhook.updated_at,
  };
};

/** The webhook in the address, and what the actor may do with it. @throws RowNotFound */
export async function webhookOf({ services, actor, params }: WebCall) {
  const owned = await getWebhook(services.knex, actor, params["webhook"]!);
  const owner = await rightsOf(services.knex, actor.allRoles, owned.webhook);
  const isManageable = mayManage(actor, owned.webhook.user_id, owner);
  return {
    webhook: { ...presentWebhook(owned), isManageable, isOwn: actor.id === owned.webhook.user_id },
    owner,
  };
}

/** A group of types in a form: the part of their names before the dot. */
interface TypeGroup {
  name: string;
  types: string[];
}

/**
 * The types that can be chosen, by what they are about. The chosen ones stay, although the owner can't read them any more.
 * @param owner of the webhook
 */
export function typeChoices(owner: RoleHolder, form: Form, stored: readonly string[] = []) {
  const groups = new Map<string, TypeGroup>();
  for (const type of new Set([...readableTypes(owner), ...stored.filter((one) => one !== ALL_TYPES)])) {
    const [name = ""] = type.split(".");
    const group = groups.get(name) ?? { name, types: [] };
    group.types.push(type);
    groups.set(name, group);
  }
  const sent = form.list("types").filter((type) => type !== "");
  return { groups: [...groups.values()], chosen: form.list("types").length > 0 ? sent : stored };
}
