import {
  type RequestListener,
  Agent,
  createServer,
  request,
  type IncomingHttpHeaders,
  type Server,
} from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import type { Operation } from "../../../src/contract/operations.js";
import { freshIp } from "../app/client.js";
import type { Row } from "./callers.js";
import { checkResponse } from "./contract-check.js";
import { pathOf } from "./operations.js";
import { ALLOWED } from "./verdict.js";

/** Statuses of requests that were allowed and then rejected because they are invalid. */
const INVALID = [400, 404, 415, 422];
/** The header `WWW-Authenticate`. */
const CHALLENGES: Record<string, RegExp> = {
  unauthenticated: /^Bearer$/,
  token_expired: /^Bearer$/,
  token_revoked: /^Bearer$/,
  insufficient_scope: /^Bearer error="insufficient_scope", scope="[^"]+"$/,
};

/**
 * Asks a running app for the verdict on callers. The requests are invalid, because of an unknown parameter. They are
 * validated after the caller was allowed, so that an allowed one has no effect.
 */
export class AccessTable {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 8 });

  private constructor(
    private readonly server: Server,
    /** Whether the answers must be as the shipped contract declares them. */
    private readonly isShipped: boolean,
  ) {}

  static async of(app: RequestListener, isShipped: boolean): Promise<AccessTable> {
    const server = createServer(app);
    await once(server.listen(0, "127.0.0.1"), "listening");
    return new AccessTable(server, isShipped);
  }

  close(): void {
    this.agent.destroy();
    this.server.close();
  }

  /** Name of the row → the verdict of the app. */
  async ask(operation: Operation, rows: readonly Row[]): Promise<Record<string, string>> {
    const cells = rows.map(async (row) => [row.name, await this.verdict(operation, row)] as const);
    return Object.fromEntries(await Promise.all(cells));
  }

  private async verdict(operation: Operation, row: Row): Promise<string> {
    const url = `/api/v1${pathOf(operation)}?no=parameter`;
    // the type of the documented request, because the app compiles a validator for each type
    const isJson = operation.document.requestBody?.content["application/json"] !== undefined;
    const type: Record<string, string> = isJson ? { "content-type": "application/json" } : {};
    const sent = { ...row.headers, ...type };
    const { status, headers, body } = await this.send(operation.method, url, sent);
    if (this.isShipped) checkResponse({ method: operation.method.toUpperCase(), url, status, headers, body });
    if (INVALID.includes(status)) return ALLOWED;
    const code = (JSON.parse(body) as { data: { code?: string } }).data.code ?? "";
    const challenge = headers["www-authenticate"] ?? "";
    const fits = CHALLENGES[code]?.test(challenge) ?? challenge === "";
    return fits ? `${status} ${code}` : `${status} ${code} with WWW-Authenticate: ${challenge}`;
  }

  private async send(method: string, path: string, given: Record<string, string>) {
    const { port } = this.server.address() as AddressInfo;
    const headers = { ...given, "x-forwarded-for": freshIp() };
    const sent = request({ agent: this.agent, port, host: "127.0.0.1", method, path, headers });
    sent.end();
    const [answer] = (await once(sent, "response")) as [
      NodeJS.ReadableStream & { statusCode: number; headers: IncomingHttpHeaders },
    ];
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
  }
}
