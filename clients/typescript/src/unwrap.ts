import { errorOf } from "./errors.js";

interface Envelope {
  success: boolean;
  data: unknown;
  meta: unknown;
  message: string;
  trace_id: string;
}

/** The result of a call of openapi-fetch. */
interface Fetched<E> {
  data?: E;
  error?: unknown;
  response: Response;
}

export interface Answer<E extends Envelope> {
  data: E["data"];
  meta: E["meta"];
  message: string;
  traceId: string;
  /**
   * The version of a user. Send it as `If-Match` when you change the user, to avoid overwriting another change, and as
   * `If-None-Match` when you read the user again, to get the error `not_modified` if nothing has changed.
   */
  etag: string | undefined;
  response: Response;
}

/** Returns the contents of the envelope. @throws AuthdockError when the call failed */
export async function unwrap<E extends Envelope>(call: Promise<Fetched<E>>): Promise<Answer<E>> {
  const { data: envelope, error, response } = await call;
  if (envelope?.success !== true) throw errorOf(response, error ?? envelope);
  const { data, meta, message, trace_id: traceId } = envelope;
  return { data, meta, message, traceId, etag: response.headers.get("ETag") ?? undefined, response };
}

/**
 * Returns an export, which has no envelope: `unwrapText(client.GET("/users/export", { parseAs: "text" }))`.
 * @throws AuthdockError when the call failed
 */
export async function unwrapText(
  call: Promise<Fetched<string>>,
): Promise<{ text: string; response: Response }> {
  const { data, error, response } = await call;
  if (!response.ok || typeof data !== "string") throw errorOf(response, error);
  return { text: data, response };
}
