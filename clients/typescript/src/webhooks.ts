import { Webhook } from "standardwebhooks";
import type { webhooks } from "./schema.js";

type BodyOf<Hook> = Hook extends { post: { requestBody?: { content: { "application/json": infer Body } } } }
  ? Body
  : never;

/** An event of the service, told apart by `type`. */
export type WebhookEvent = { [Type in keyof webhooks]: BodyOf<webhooks[Type]> }[keyof webhooks];

/** A request of another framework than the web's, with the body as it arrived. */
export interface ReceivedWebhook {
  headers: Record<string, string | string[] | undefined>;
  body: string | Uint8Array;
}

/** The request isn't the service's, or is more than five minutes old. Answer it with 400. */
export class WebhookRejected extends Error {
  override readonly name = "WebhookRejected";
}

/**
 * Checks that the service has sent the request and returns its event. The same event can arrive again, with the same `id`.
 * @param secrets `whsec_…`, of each endpoint that leads here
 * @throws WebhookRejected; Error for a secret of another form
 */
export async function verifyWebhook(
  request: Request | ReceivedWebhook,
  secrets: string | readonly string[],
): Promise<WebhookEvent> {
  const endpoints = [secrets].flat().map((secret) => new Webhook(secret));
  const { headers, body } = await received(request);
  let reason: unknown;
  for (const endpoint of endpoints)
    try {
      return endpoint.verify(body, headers) as WebhookEvent;
    } catch (error) {
      reason = error;
    }
  throw new WebhookRejected("The request isn't signed with these secrets, or is old.", { cause: reason });
}

async function received(
  request: Request | ReceivedWebhook,
): Promise<{ headers: Record<string, string>; body: string }> {
  if (request instanceof Request)
    return { headers: Object.fromEntries(request.headers), body: await request.text() };
  const single = Object.entries(request.headers).filter(
    (header): header is [string, string] => typeof header[1] === "string",
  );
  const { body } = request;
  return {
    headers: Object.fromEntries(single),
    body: typeof body === "string" ? body : new TextDecoder().decode(body),
  };
}
