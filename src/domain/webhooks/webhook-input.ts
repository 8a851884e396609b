import type { Environment } from "../../config/env.js";
import { ValidationFailed, type FieldSentences } from "../../lib/failures.js";
import { isLoopback, isPrivateHost } from "../../lib/network/private-addresses.js";
import { normalForm } from "../../lib/text/normal-form.js";
import { ALL_TYPES } from "../../models/events/webhook.js";
import { text, type Text } from "../../texts/translate.js";
import type { RoleHolder } from "../access/actor.js";
import { EVENT_TYPES, permissionOf, type EventType } from "../audit/event-types.js";
import { UNPRINTABLE } from "../settings/setting-kinds.js";

export const MAX_URL = 500;
export const MAX_DESCRIPTION = 255;

/** The settings of a webhook. */
export interface WebhookInput {
  url: string;
  description: string;
  types: readonly string[];
}

/** Whether requests to this address can go to this machine, also over http: at a desk and in tests only. */
export const mayBeLocal = ({ WEBHOOKS_ALLOW_LOOPBACK: allowed }: Environment, { hostname }: URL): boolean =>
  allowed && isLoopback(hostname);

const isEventType = (type: string): type is EventType => Object.hasOwn(EVENT_TYPES, type);

/** Whether an account with these rights can read events of the type. */
export const mayHear = (owner: RoleHolder, type: string): boolean =>
  isEventType(type) && owner.can(permissionOf(type));

interface Owned {
  /** With its current roles. */
  owner: RoleHolder;
  /** Whether the actor is the owner. */
  isOwn: boolean;
  /** What is stored can stay, although it may no longer be accepted. */
  stored?: WebhookInput;
}

/**
 * The validated input in the form in which it is stored.
 * @throws ValidationFailed with all problems
 */
export function validateWebhook(
  env: Environment,
  input: WebhookInput,
  { owner, isOwn, stored }: Owned,
): WebhookInput {
  const url = input.url.trim();
  const description = normalForm(input.description.trim(), MAX_DESCRIPTION);
  const types = input.types.includes(ALL_TYPES) ? [ALL_TYPES] : [...new Set(input.types)].sort();
  const problems: Record<string, Text[]> = {
    url: url === stored?.url ? [] : urlProblems(env, url),
    description: descriptionProblems(description),
    types: typeProblems(types, stored?.types ?? [], owner, isOwn),
  };
  const wrong = Object.entries(problems).filter(([, sentences]) => sentences.length > 0);
  if (wrong.length > 0) throw new ValidationFailed(Object.fromEntries(wrong) as FieldSentences);
  return { url: new URL(url).href, description, types };
}

function urlProblems(env: Environment, url: string): Text[] {
  if (url === "") return [text("validation.required")];
  if (url.length > MAX_URL) return [text("validation.too_long", { max: MAX_URL })];
  if (!/^https?:\/\/[^\s\\]+$/i.test(url) || !URL.canParse(url)) return [text("webhooks.validation.url")];
  const address = new URL(url);
  if (address.username + address.password + address.hash !== "" || address.href.includes("#"))
    return [text("webhooks.validation.url")];
  if (address.href.length > MAX_URL) return [text("validation.too_long", { max: MAX_URL })];
  if (mayBeLocal(env, address)) return [];
  if (address.protocol !== "https:" && env.APP_ENV === "production")
    return [text("webhooks.validation.insecure")];
  return isPrivateHost(address.hostname) ? [text("webhooks.validation.private")] : [];
}

function descriptionProblems(description: string): Text[] {
  if ([...description].length > MAX_DESCRIPTION)
    return [text("validation.too_long", { max: MAX_DESCRIPTION })];
  return UNPRINTABLE.test(description) ? [text("validation.characters")] : [];
}

function typeProblems(
  types: readonly string[],
  stored: readonly string[],
  owner: RoleHolder,
  isOwn: boolean,
): Text[] {
  if (types.length === 0) return [text("webhooks.validation.types")];
  const added = types.filter((type) => type !== ALL_TYPES && !stored.includes(type));
  const unknown = added.find((type) => !isEventType(type));
  if (unknown !== undefined) return [text("webhooks.validation.type", { type: unknown.slice(0, 64) })];
  const hidden = added.find((type) => !mayHear(owner, type));
  if (hidden === undefined) return [];
  return [
    text(isOwn ? "webhooks.validation.hidden" : "webhooks.validation.hidden_from_owner", { type: hidden }),
  ];
}
