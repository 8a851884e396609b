import type { StageResponse } from "../lib/requests.js";

/** The six keys of every API response, in this order. */
export interface Envelope {
  success: boolean;
  status: number;
  message: string;
  data: object;
  meta: object;
  trace_id: string;
}

/** Builds the envelope; `data` and `meta` are always objects. */
export function toApi(
  content: { status: number; message: string; data?: object; meta?: object | undefined },
  traceId: string,
): Envelope {
  const { status, message, data = {}, meta = {} } = content;
  return { success: status < 400, status, message, data, meta, trace_id: traceId };
}

/**
 * Sends headers and text in one write. Text in ASCII has the same bytes in both encodings, and Latin-1 is copied without a
 * conversion.
 * @param headers names and values in turn, without the length
 * @param body null for an answer without a body
 */
export function sendText(
  response: StageResponse,
  status: number,
  headers: string[],
  body: string | null,
): void {
  const text = body ?? "";
  const bytes = Buffer.byteLength(text);
  if (body !== null) headers.push("Content-Length", String(bytes));
  response.writeHead(status, headers);
  response.end(text, bytes === text.length ? "latin1" : "utf8");
}
