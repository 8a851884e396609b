import type { IncomingMessage, ServerResponse } from "node:http";

/** What stages use of a request: Node's object with what the router has found. Requests of Express have all of it, too. */
export interface StageRequest extends IncomingMessage {
  url: string;
  method: string;
  /** The request target without scheme and host. Routers of Express shorten `url`, but not this. */
  originalUrl: string;
  params: unknown;
  body?: unknown;
  res?: StageResponse | undefined;
}

export interface StageResponse extends ServerResponse {
  /** `RequestLocals`. */
  locals: object;
  req: StageRequest;
}

/** The client's address, which the first stage has read. */
export const addressOf = ({ res }: StageRequest): string => (res!.locals as { ip: string }).ip;
