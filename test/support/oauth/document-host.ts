import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Document = Record<string, unknown>;
type Send = (request: IncomingMessage, response: ServerResponse) => void;

/** The server of a client that publishes a document about itself, and records which paths are asked for. */
export class DocumentHost {
  readonly asked: string[] = [];
  private answers = new Map<string, Send>();
  private readonly server: Server = createServer((request, response) => {
    this.asked.push(request.url!);
    const send = this.answers.get(request.url!);
    if (send) send(request, response);
    else response.writeHead(404).end();
  });

  start = (): Promise<void> => new Promise((resolve) => this.server.listen(0, "127.0.0.1", resolve));
  stop = (): Promise<void> =>
    new Promise((resolve) => {
      this.server.closeAllConnections();
      this.server.close(() => resolve());
    });

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The address of the document, which is the `client_id`. */
  get url(): string {
    return `${this.origin}/client.json`;
  }

  /** A valid document with these changes. */
  document = (changes: Document = {}): Document => ({
    client_id: this.url,
    client_name: "Example agent",
    redirect_uris: ["http://127.0.0.1/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "none",
    ...changes,
  });

  /** Publishes a document; by default a valid one. */
  publish(
    value: unknown = this.document(),
    headers: Record<string, string> = {},
    path = "/client.json",
  ): void {
    this.serve((_request, response) => {
      response
        .writeHead(200, { "content-type": "application/json", ...headers })
        .end(typeof value === "string" ? value : JSON.stringify(value));
    }, path);
  }

  serve(send: Send, path = "/client.json"): void {
    this.answers.set(path, send);
  }

  /** Begins again without documents. */
  clear(): void {
    this.asked.length = 0;
    this.answers = new Map();
  }
}

/** A host for the suite. */
export function useDocumentHost(): DocumentHost {
  const host = new DocumentHost();
  before(host.start);
  beforeEach(() => host.clear());
  after(host.stop);
  return host;
}
