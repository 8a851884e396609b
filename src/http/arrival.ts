import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { MINUTE, SECOND } from "../lib/clock.js";

/** How long a request can take to arrive, so that slow clients don't hold connections. */
const ARRIVES_WITHIN = 20 * SECOND;
/** The same for a request whose large upload was admitted: 200 MiB at 2 Mbit/s. */
export const UPLOAD_ARRIVES_WITHIN = 15 * MINUTE;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Rejects requests that take too long, like the `requestTimeout` of Node, which has to be that of the longest upload because
 * it is the same for all requests.
 */
export function limitArrival(server: Server, withinMs = ARRIVES_WITHIN): void {
  server.prependListener("request", (request: IncomingMessage) => {
    if (request.complete || !hasBody(request)) return;
    const timer = setTimeout(() => reject(server, request), withinMs).unref();
    timers.set(request, timer);
    request.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
  });
}

/** Gives the request the time of an upload. The caller has checked who sends it. */
export const admitUpload = (request: IncomingMessage): void => clearTimeout(timers.get(request));

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

function reject(server: Server, request: IncomingMessage): void {
  if (request.complete) return;
  const error = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  server.emit("clientError", error, request.socket satisfies Socket);
}
