import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A client's redirect URI, at which a browser arrives. */
export interface Callback {
  server: Server;
  address: string;
}

/** Listens on an address of this machine. */
export async function callbackOn(host: string, port = 0): Promise<Callback> {
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(
      '<!doctype html><link rel="icon" href="data:,"><title>Client</title><h1>Back at the client</h1>',
    );
  });
  await once(server.listen(port, host), "listening");
  const name = host.includes(":") ? `[${host}]` : host;
  return { server, address: `http://${name}:${(server.address() as AddressInfo).port}/callback?tenant=1` };
}

export function closeCallback({ server }: Callback): void {
  server.closeAllConnections();
  server.close();
}
