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
