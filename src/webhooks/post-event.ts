import { Webhook as Signer } from "standardwebhooks";
import { PRODUCT_NAME } from "../config/product.js";
import type { Services } from "../domain/services.js";
import { mayBeLocal } from "../domain/webhooks/webhook-input.js";
import { activeSecrets } from "../domain/webhooks/webhook-secrets.js";
import { millisecondsSince, now, SECOND } from "../lib/clock.js";
import { AddressNotPublic, sendRequest, type Answer } from "../lib/network/send-request.js";
import { PRODUCT_VERSION } from "../lib/version.js";
import type { Webhook } from "../models/events/webhook.js";
import type { DeliveryError } from "../models/events/webhook-delivery.js";

/** How long a receiver has to answer. */
const ANSWER_WITHIN = 10 * SECOND;
/** The bytes of an answer that are read. */
const READ = 16 * 1024;
/** The characters of an answer that are kept. */
const KEPT = 1000;

/** The result of a request. */
export interface Outcome {
  /** Null when it was accepted. */
  error: DeliveryError | null;
  /** Of the answer; null without one. */
  status: number | null;
  /** The beginning of the answer; null without one. */
  excerpt: string | null;
  /** How long it took, in milliseconds. */
  ms: number;
}

/** Posts a signed event (Standard Webhooks 1.0) to the address of the webhook. Any status of 2xx accepts it. */
export async function postEvent(
  services: Services,
  webhook: Webhook,
  event: { id: string; body: string },
): Promise<Outcome> {
  const { env } = services.config;
  const url = new URL(webhook.url);
  const started = performance.now();
  try {
    // the address was checked when it was entered, perhaps in another environment
    if (url.protocol !== "https:" && env.APP_ENV === "production") throw new AddressNotPublic(url.hostname);
    const answer = await sendRequest(url, {
      method: "POST",
      headers: {
        ...signedHeaders(activeSecrets(services.encryption, webhook), event),
        "Content-Length": Buffer.byteLength(event.body),
      },
      body: event.body,
      timeoutMs: ANSWER_WITHIN,
      publicOnly: !mayBeLocal(env, url),
      longest: READ,
      cutsOff: true,
    });
    return { ...outcomeOf(answer), ms: millisecondsSince(started) };
  } catch (error) {
    services.log.debug({ err: error, webhook_id: webhook.id }, "no answer from a webhook");
    return { error: errorOf(error), status: null, excerpt: null, ms: millisecondsSince(started) };
  }
}

/** One signature for each secret that is active. */
export function signedHeaders(secrets: readonly string[], { id, body }: { id: string; body: string }) {
  const at = new Date(now());
  return {
    "Content-Type": "application/json",
    "User-Agent": `${PRODUCT_NAME}/${PRODUCT_VERSION}`,
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / SECOND)),
    "webhook-signature": secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(" "),
  };
}

function outcomeOf({ status, body }: Answer): Omit<Outcome, "ms"> {
  const isAccepted = status >= 200 && status < 300;
  const excerpt = body.replaceAll("\0", "").slice(0, KEPT).toWellFormed();
  return { error: isAccepted ? null : "rejected", status, excerpt };
}

function errorOf(error: unknown): DeliveryError {
  if (error instanceof AddressNotPublic) return "not_public";
  const { name, code = "" } = error as { name?: string; code?: unknown };
  if (name === "TimeoutError" || name === "AbortError" || code === "ABORT_ERR") return "no_answer";
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(String(code)) ? "certificate" : "unreachable";
}
