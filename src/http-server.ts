import { createServer, STATUS_CODES, type RequestListener, type Server } from "node:http";
import { Server as TcpServer, type Socket } from "node:net";
import { setImmediate as yieldToOthers, setTimeout as sleep } from "node:timers/promises";
import { v4 as uuidv4 } from "uuid";
import { securityHeaders } from "./api/headers.js";
import { contractLinks } from "./contract-links.js";
import type { Services } from "./domain/services.js";
import { limitArrival, UPLOAD_ARRIVES_WITHIN } from "./http/arrival.js";
import { toApi } from "./http/envelope.js";
import { SECOND } from "./lib/clock.js";
import type { Logger } from "./lib/telemetry/log.js";

const DRAIN = 8 * SECOND;
/** Longer than `keepAliveTimeout` and the longest request. */
const RETIRE = 30 * SECOND;

/** An HTTP server with limits against slow and stalled clients. */
export function httpServer(
  listener: RequestListener,
  { log, config }: Pick<Services, "log" | "config">,
): Server {
  const hasScreens = config.starterKit.auth.guards?.["web"] !== null;
  const headers = new Map([...securityHeaders(config.env), ["Link", contractLinks(hasScreens)]]);
  const server = createServer(
    {
      connectionsCheckingInterval: 2 * SECOND,
      headersTimeout: 10 * SECOND,
      requestTimeout: UPLOAD_ARRIVES_WITHIN,
      keepAliveTimeout: 10 * SECOND,
      requireHostHeader: false, // nothing is made from it, and Node would answer without a trace id
    },
    listener,
  );
  limitArrival(server);
  server.maxConnections = 10_000;
  server.on("checkExpectation", listener); // requests with an unknown Expect header are served instead of Node's default answer
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) =>
    reject(error, socket, log, headers),
  );
  return server;
}

const REJECTIONS: Record<number, string> = {
  400: "The request is malformed.",
  408: "The request took too long to arrive.",
  431: "The headers of the request are too large.",
};

/** Answers requests that Node's parser rejects, which never reach the application, in the envelope. */
function reject(
  error: NodeJS.ErrnoException,
  socket: Socket,
  log: Logger,
  security: ReadonlyMap<string, string>,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  const traceId = uuidv4();
  const message = REJECTIONS[status]!;
  log.info({ trace_id: traceId, route: null, status, code: error.code, ip: socket.remoteAddress });
  const body = JSON.stringify(toApi({ status, message, data: { code: "malformed_request" } }, traceId));
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-ID: ${traceId}`,
    ...[...security].map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${headers.join("\r\n")}\r\n\r\n${body}`);
}

/** Every answer from now on is the last one on its connection, so that busy clients connect elsewhere. */
function closeAfterAnswers(server: Server): void {
  server.prependListener("request", (_request, response) => void response.setHeader("Connection", "close"));
}

/**
 * Stops accepting connections, lets requests in progress finish and closes idle connections. After the time limit all
 * others are closed. Connections are kept until here, because a proxy that has some opens no new one just before.
 * @param idleMs how long, within the limit, idle connections stay open, because a proxy can have sent a request on them
 */
export async function drain(server: Server, idleMs: number): Promise<void> {
  await yieldToOthers(); // accepts connections that have arrived: the system would reset them
  closeAfterAnswers(server);
  const closed = stopListening(server);
  await Promise.race([closed, sleep(idleMs)]);
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  await untilClosed(server, closed, DRAIN - idleMs);
  clearInterval(idle);
}

/**
 * Stops accepting connections while another process of the machine serves. Idle connections aren't closed before their
 * time, because a request can be on its way on each of them.
 */
export async function retire(server: Server): Promise<void> {
  closeAfterAnswers(server);
  await untilClosed(server, stopListening(server), RETIRE);
}

/** @returns when the last connection has ended */
function stopListening(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.once("close", resolve));
  TcpServer.prototype.close.call(server); // Server of node:http would also close connections whose request isn't read yet
  return closed;
}

async function untilClosed(server: Server, closed: Promise<void>, ms: number): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), ms);
  await closed;
  clearTimeout(cut);
}
