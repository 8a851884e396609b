import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** An http server on the loopback address, whose handler can change. */
export class LoopbackServer {
  handle: RequestListener = (_request, response) => void response.writeHead(404).end();
  private readonly server: Server = createServer((request, response) => this.handle(request, response));

  start = (port = 0): Promise<void> =>
    new Promise((resolve) => this.server.listen(port, "127.0.0.1", () => resolve()));

  stop = (): Promise<void> =>
    new Promise((resolve) => {
      this.server.closeAllConnections();
      this.server.close(() => resolve());
    });

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }
}
