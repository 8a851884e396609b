import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import type { RequestListener, Server } from "node:http";
import type { Services } from "../../../src/domain/services.js";
import { httpServer } from "../../../src/http-server.js";
import { checkResponse } from "../contract/contract-check.js";
import { memoryLog } from "./log.js";

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Serves the app of the suite with the product's HTTP server on a free port. Read the result only in tests and
 * hooks.
 */
export function useListener(world: { app: { listener: RequestListener }; services: Services }): {
  port: number;
} {
  const listener = { port: 0 };
  let server: Server;
  before(async () => {
    server = httpServer(world.app.listener, { ...world.services, log: memoryLog().logger });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    listener.port = (server.address() as AddressInfo).port;
  });
  after(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return listener;
}

/** Sends raw bytes and returns everything that the server sent before it closed the connection. */
export async function exchange(port: number, ...parts: (string | Buffer)[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.on("error", () => undefined); // the server can reject before everything is sent
  for (const part of parts) socket.write(part);
  await once(socket, "close");
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Sends one request and checks the response against the contract. Send `Connection: close` so that the response
 * ends.
 */
export async function sendRaw(port: number, ...parts: (string | Buffer)[]): Promise<RawResponse> {
  const response = parseResponse(await exchange(port, ...parts));
  const [, method = "", url = ""] = /^([A-Z]+) (\S+) /.exec(String(parts[0])) ?? [];
  if (response.status !== 431 && response.status !== 408) checkResponse({ method, url, ...response });
  return response;
}

function parseResponse(text: string): RawResponse {
  const end = text.indexOf("\r\n\r\n");
  const [start = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const rest = text.slice(end + 4);
  const chunked = headers["transfer-encoding"] === "chunked";
  return { status: Number(start.split(" ")[1]), headers, body: chunked ? unchunk(rest) : rest };
}

/** For ASCII bodies only. */
function unchunk(text: string): string {
  let body = "";
  for (let at = 0; ;) {
    const end = text.indexOf("\r\n", at);
    const size = Number.parseInt(text.slice(at, end), 16);
    if (!(size > 0)) return body;
    body += text.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
}
