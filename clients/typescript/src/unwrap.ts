import { errorOf } from "./errors.js";

interface Envelope {
  success: boolean;
  data: unknown;
  meta: unknown;
  message: string;
  trace_id: string;
}

/** What openapi-fetch resolves to. */
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
  /** The version of a user; goes back as `If-Match`, so that nobody's change is overwritten. */
  etag: string | undefined;
  response: Response;
}

/** The contents of the envelope. @throws AuthdockError when the call has failed */
export async function unwrap<E extends Envelope>(call: Promise<Fetched<E>>): Promise<Answer<E>> {
  const { data: envelope, error, response } = await call;
  if (envelope?.success !== true) throw errorOf(response, error ?? envelope);
  const { data, meta, message, trace_id: traceId } = envelope;
  return { data, meta, message, traceId, etag: response.headers.get("ETag") ?? undefined, response };
}
