import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Request as ExpressRequest, Response as ExpressResponse } from "express";
import { ApiException } from "../api/envelope.js";
import { parseJson } from "../api/pipeline/body.js";
import type { Guarded, MiddlewareRegistry } from "../api/pipeline/middleware-registry.js";
import type { Guards, Principal } from "../auth/guards.js";
import { TokenRejected } from "../auth/token-guard.js";
import type { OpenApiDocument } from "../contract/document.js";
import { basePathOf, middlewareOf, type Operation } from "../contract/operations.js";
import type { PublishedContract } from "../contract/published.js";
import { AGENTS_PATH, agentResource } from "../domain/oauth/tokens/resources.js";
import type { Services } from "../domain/services.js";
import type { SettingsSnapshot } from "../domain/settings/settings.js";
import { localsOf } from "../http/locals.js";
import { run, type Stage } from "../http/stage.js";
import { resourceMetadata } from "../oauth/metadata.js";
import { ApiCalls } from "./api-calls.js";
import { Catalogue, isForEveryone, scopesOf } from "./catalogue.js";
import { METADATA } from "./metadata-path.js";
import { AgentProtocol, type Asked } from "./protocol.js";
import { toolsOf } from "./tools.js";

const PROTOCOL_HEADERS = /^(accept|content-type|last-event-id|mcp-.*)$/;
/** Requests are authenticated, counted and rejected like those of an operation that needs no scope. */
export const AGENTS: Guarded = {
  id: "mcp",
  permission: null,
  clientToken: true,
  middleware: middlewareOf({
    "x-tier": "auth",
    "x-limits": ["throttle:api"],
    security: [{ bearerAuth: [] }],
  }),
};

export interface AgentParts {
  services: Services;
  document: OpenApiDocument;
  operations: readonly Operation[];
  registry: MiddlewareRegistry;
  guards: Guards;
  contract: PublishedContract;
  /** Of the whole service. */
  listener: RequestListener;
}

export function agentEndpoint(parts: AgentParts): AgentEndpoint {
  const { services, document, operations, registry, guards, contract, listener } = parts;
  const { env, tokens } = services.config;
  const catalogue = new Catalogue(toolsOf(operations, document), tokens);
  const apiCalls = new ApiCalls(
    guards,
    (request, response) => listener(request as IncomingMessage, response as ServerResponse),
    basePathOf(document),
  );
  const protocol = new AgentProtocol(services.knex, env.APP_URL, contract, catalogue, apiCalls);
  return new AgentEndpoint(services, registry.stagesOf(AGENTS), catalogue, protocol);
}

/**
 * The endpoint for agents: Streamable HTTP of the Model Context Protocol without sessions, revision 2026-07-28 and those of
 * 2025. Tools are called through the API, so that its rights, limits, checks and audit apply.
 */
export class AgentEndpoint {
  private readonly handler = createMcpHandler(
    ({ authInfo }) => this.protocol.server(authInfo!.extra as unknown as Asked),
    {
      onerror: (error) => this.services.log.debug({ err: error }, "a request of an agent was rejected"),
    },
  );

  /** @param stages of `AGENTS` */
  constructor(
    private readonly services: Services,
    private readonly stages: readonly Stage[],
    private readonly catalogue: Catalogue,
    private readonly protocol: AgentProtocol,
  ) {}

  serve = async (
    request: ExpressRequest,
    response: ExpressResponse,
    settings: SettingsSnapshot,
  ): Promise<void> => {
    localsOf(response).routeName = AGENTS.id;
    this.rejectOtherOrigins(request);
    const principal = await this.authenticate(request, response);
    await run(parseJson, request, response);
    this.admit(request, principal);
    const asked: Asked = { principal, settings, request };
    const answer = await this.handler.fetch(webRequestOf(request, this.services), {
      parsedBody: request.body as unknown,
      authInfo: { token: "", clientId: principal.clientId ?? "", scopes: [], extra: { ...asked } },
    });
    response.status(answer.status);
    answer.headers.forEach((value, name) => response.setHeader(name, value));
    // sent as a stream it would take a fifth more time
    if (answer.headers.get("content-type") === "application/json")
      return void response.end(await answer.text());
    if (!answer.body) return void response.end();
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
  };

  /** Protected resource metadata (RFC 9728, section 2). */
  metadata = (): object => {
    const { env, tokens } = this.services.config;
    const scopes = tokens.scopes.filter(isForEveryone);
    return resourceMetadata(env.APP_URL.origin, agentResource(env.APP_URL), scopes);
  };

  /** Pages of other sites can't send requests here (transports, "Security Warning"). */
  private rejectOtherOrigins({ headers }: ExpressRequest): void {
    const { origin } = headers;
    if (origin !== undefined && origin !== this.services.config.env.APP_URL.origin)
      throw new ApiException(403, "forbidden", "Pages of other sites can't call this.");
  }

  /** @throws ApiException 401 that says where to get a token */
  private async authenticate(request: ExpressRequest, response: ExpressResponse): Promise<Principal> {
    try {
      for (const stage of this.stages) await stage(request, response);
      return localsOf(response).authenticated!;
    } catch (error) {
      if (!(error instanceof TokenRejected)) throw error;
      throw new ApiException(401, "unauthenticated", "Unauthenticated.", {
        headers: { "WWW-Authenticate": this.challenge(this.catalogue.scopesToRead) },
      });
    }
  }

  /**
   * A call without the scopes is rejected here, so that the client can ask its user for them, and for those that it has.
   * @throws ApiException 403 `insufficient_scope`; 400 for several messages, which would count as one request
   */
  private admit({ body }: ExpressRequest, principal: Principal): void {
    if (Array.isArray(body)) throw new ApiException(400, "malformed_request", "Send one message at a time.");
    const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
    if (method !== "tools/call") return;
    const tool = this.catalogue.find(params?.name);
    if (!tool || this.catalogue.holdsScopes(principal, tool)) return;
    const scopes = [...new Set([...(principal.scopes ?? []), ...scopesOf(tool)])];
    throw new ApiException(403, "insufficient_scope", "The token does not have the required scope.", {
      headers: { "WWW-Authenticate": this.challenge(scopes, "insufficient_scope") },
    });
  }

  /** RFC 9728, section 5.1, and RFC 6750, section 3. */
  private challenge(scopes: readonly string[], error?: string): string {
    const { origin } = this.services.config.env.APP_URL;
    const parameters = {
      ...(error && { error }),
      ...(scopes.length > 0 && { scope: scopes.join(" ") }),
      resource_metadata: origin + METADATA,
    };
    return `Bearer ${Object.entries(parameters)
      .map(([name, value]) => `${name}="${value}"`)
      .join(", ")}`;
  }
}

/** The request with the headers that the protocol defines. The token isn't among them. */
function webRequestOf(request: ExpressRequest, { config }: Services): Request {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers))
    if (PROTOCOL_HEADERS.test(name)) headers[name] = String(value);
  return new Request(config.env.APP_URL.origin + AGENTS_PATH, { method: request.method, headers });
}
