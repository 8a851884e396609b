import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A CAPTCHA provider that records its requests and returns the configured answer. */
export class Verifier {
  readonly asked: Record<string, string>[] = [];
  answer: { status: number; body: string; headers?: Record<string, string> } | "silence" | "hang up" = {
    status: 200,
    body: '{"success":true}',
  };
  private readonly server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      this.asked.push(Object.fromEntries(new URLSearchParams(body)));
      if (this.answer === "hang up") request.socket.destroy();
      else if (this.answer !== "silence")
        response.writeHead(this.answer.status, this.answer.headers).end(this.answer.body);
    });
  });

  start = (): Promise<void> => new Promise((resolve) => this.server.listen(0, "127.0.0.1", resolve));
  stop = (): Promise<void> =>
    new Promise((resolve) => {
      this.server.closeAllConnections();
      this.server.close(() => resolve());
    });
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/verify`;
  }
}

/** Starts a provider for the suite and points the `captcha` block of the operator's file to it. */
export function useVerifier(): { verifier: Verifier; captcha: { verify_url: string } } {
  const verifier = new Verifier();
  const captcha = { verify_url: "http://127.0.0.1:9/" };
  before(async () => {
    await verifier.start();
    captcha.verify_url = verifier.url;
  });
  after(() => verifier.stop());
  beforeEach(() => {
    verifier.asked.length = 0;
    verifier.answer = { status: 200, body: '{"success":true}' };
  });
  return { verifier, captcha };
}
