import { createServer, request as send, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface CuttingProxy {
  /** The base URL of the API, through the proxy. */
  url: string;
  close(): void;
}

/**
 * Passes requests on to a service. Of the first request with each `Idempotency-Key`, it cuts the connection after the
 * service has answered, so that the client can't know whether the request was carried out.
 * @param target the base URL of the API
 */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const keys = new Set<string>();
  const server = createServer((request, response) => {
    const key = request.headers["idempotency-key"]?.toString();
    const cuts = key !== undefined && !keys.has(key);
    if (cuts) keys.add(key);
    const { method, headers } = request;
    const upstream = send(new URL(request.url!, target), { method, headers }, (answer) => {
      if (cuts) answer.resume().once("end", () => request.socket.destroy());
      else passOn(answer, response);
    });
    upstream.once("error", () => request.socket.destroy());
    request.pipe(upstream);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}${new URL(target).pathname}`, close };
}

function passOn(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode!, answer.headers);
  answer.pipe(response);
}
