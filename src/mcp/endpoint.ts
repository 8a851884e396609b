import { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import { inject, type DispatchFunc } from "light-my-request";
import { ApiException } from "../api/envelope.js";
import { parseJson } from "../api/pipeline/body.js";
import type { Guarded } from "../api/pipeline/middleware-registry.js";
import { holdsScopesFor } from "../api/pipeline/token-requirements.js";
import { API_GUARD, viewerOf, type Guards, type Principal } from "../auth/guards.js";
import { TokenRejected } from "../auth/token-guard.js";
import { middlewareOf } from "../contract/operations.js";
import { tokenRequirements } from "../contract/token-requirements.js";
import { AGENTS_PATH, agentResource } from "../domain/oauth/tokens/resources.js";
import type { Services } from "../domain/services.js";
import type { SettingsSnapshot } from "../domain/settings/settings.js";
import type { Envelope } from "../http/envelope.js";
import { localsOf } from "../http/locals.js";
import { markCounted } from "../http/rate-limit.js";
import { run, type Stage } from "../http/stage.js";
import { MINUTE } from "../lib/clock.js";
import { PRODUCT_VERSION } from "../lib/version.js";
import { toResult, unconfirmed } from "./results.js";
import { requestOf, unknownArguments, unusableInPath } from "./tool-requests.js";
import type { AgentTool } from "./tools.js";

/** RFC 9728, section 3.1. */
const METADATA = `/.well-known/oauth-protected-resource${AGENTS_PATH}`;
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
/** How long a client may keep the list of tools, which depends on the token and on the settings. */
const LIST_FOR = MINUTE;
const PER_PAGE = 100;
/** What the API is told about the request of the agent, beside the arguments. */
const PASSED_ON = ["user-agent", "accept-language", "x-forwarded-for", "x-request-id"];

/** What one request of an agent is answered from. */
interface Asked {
  principal: Principal;
  settings: SettingsSnapshot;
  request: ExpressRequest;
}

/**
 * The endpoint for agents: Streamable HTTP of the Model Context Protocol without sessions, revision 2026-07-28 and those of
 * 2025. Tools are called through the API, so that its rights, limits, checks and audit apply.
 */
export class AgentEndpoint {
  private readonly handler = createMcpHandler(
    ({ authInfo }) => this.server(authInfo!.extra as unknown as Asked),
    {
      onerror: (error) => this.services.log.debug({ err: error }, "a request of an agent was rejected"),
    },
  );

  /**
   * @param stages of `AGENTS`
   * @param api serves a request to the API
   * @param base the path of the API
   */
  constructor(
    private readonly services: Services,
    private readonly guards: Guards,
    private readonly stages: readonly Stage[],
    private readonly tools: readonly AgentTool[],
    private readonly api: DispatchFunc,
    private readonly base: string,
  ) {}

  serve: RequestHandler = async (request, response, next) => {
    if (request.path !== AGENTS_PATH && request.path !== METADATA) return next();
    const settings = await this.services.settings.read();
    if (!settings.get("agents.enabled")) return next();
    if (request.path === METADATA) return void response.json(this.metadata());
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
    if (!answer.body) return void response.end();
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
  };

  /** Protected resource metadata (RFC 9728, section 2). */
  private metadata(): object {
    const { env, tokens } = this.services.config;
    return {
      resource: agentResource(env.APP_URL),
      authorization_servers: [env.APP_URL.origin],
      scopes_supported: tokens.scopes,
      bearer_methods_supported: ["header"],
    };
  }

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
        headers: { "WWW-Authenticate": this.challenge() },
      });
    }
  }

  /**
   * A call without the scopes is rejected here, so that the client can ask its person for them.
   * @throws ApiException 403 `insufficient_scope`; 400 for several messages, which would count as one request
   */
  private admit({ body }: ExpressRequest, principal: Principal): void {
    if (Array.isArray(body)) throw new ApiException(400, "malformed_request", "Send one message at a time.");
    const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
    if (method !== "tools/call") return;
    const tool = this.tools.find(({ shown }) => shown.name === params?.name);
    if (!tool || this.holdsScopes(principal, tool)) return;
    const scope = scopesOf(tool).join(" ");
    throw new ApiException(403, "insufficient_scope", "The token does not have the required scope.", {
      headers: { "WWW-Authenticate": this.challenge(` error="insufficient_scope", scope="${scope}",`) },
    });
  }

  /** RFC 9728, section 5.1, and RFC 6750, section 3. */
  private challenge(problem = ""): string {
    return `Bearer${problem} resource_metadata="${this.services.config.env.APP_URL.origin}${METADATA}"`;
  }

  private server(asked: Asked): Server {
    const server = new Server(
      { name: this.services.config.env.APP_URL.host, version: PRODUCT_VERSION },
      { capabilities: { tools: {} } },
    );
    server.setRequestHandler("tools/list", ({ params }) => this.list(asked, params?.cursor));
    server.setRequestHandler("tools/call", ({ params }) => this.call(asked, params));
    return server;
  }

  /** The tools that the operator allows and this token can call, in the order of their names. */
  private list({ settings, principal }: Asked, cursor = "0") {
    const from = Number(cursor);
    if (!Number.isSafeInteger(from) || from < 0)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The cursor is invalid.");
    const tools = this.tools.filter(
      (tool) => isAllowed(settings, tool) && this.holdsScopes(principal, tool) && mayCall(principal, tool),
    );
    const page = tools.slice(from, from + PER_PAGE).map(({ shown }) => shown);
    const rest = from + PER_PAGE < tools.length ? { nextCursor: String(from + PER_PAGE) } : {};
    return { tools: page, ...rest, ttlMs: LIST_FOR, cacheScope: "private" as const };
  }

  private holdsScopes(principal: Principal, { operation }: AgentTool): boolean {
    return holdsScopesFor(operation, principal, this.services.config.tokens);
  }

  private async call(asked: Asked, { name, arguments: given = {} }: ToolCall) {
    const tool = this.tools.find(({ shown }) => shown.name === name);
    if (!tool || !isAllowed(asked.settings, tool))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`);
    const { operation, word, shown } = tool;
    const unknown = unknownArguments(shown.inputSchema, given);
    if (unknown.length > 0)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown arguments: ${unknown.join(", ")}`);
    const unusable = unusableInPath(operation, given);
    if (unusable.length > 0)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unusable arguments: ${unusable.join(", ")}`);
    if (word === "destroy" && given["confirm"] !== true) return unconfirmed(shown.title);
    return toResult(await this.responseTo(asked, requestOf(operation, this.base, given)));
  }

  /** The request was authenticated and counted here: the API would take the token for one of another resource. */
  private async responseTo(
    { request, principal }: Asked,
    options: ReturnType<typeof requestOf>,
  ): Promise<Envelope> {
    const headers = Object.fromEntries(
      PASSED_ON.flatMap((name) =>
        request.headers[name] === undefined ? [] : [[name, request.headers[name]]],
      ),
    ) as Record<string, string>;
    const dispatch: DispatchFunc = (injected, response) => {
      this.guards.assume(API_GUARD, injected as never, principal);
      markCounted(injected);
      this.api(injected, response);
    };
    const { payload } = await inject(dispatch, {
      ...options,
      headers: { ...headers, ...options.headers, host: request.headers.host },
      remoteAddress: request.socket.remoteAddress ?? "127.0.0.1",
      Request: IncomingMessage,
    });
    return JSON.parse(payload) as Envelope;
  }
}

interface ToolCall {
  name: string;
  arguments?: Record<string, unknown> | undefined;
}

const isAllowed = (settings: SettingsSnapshot, { word }: AgentTool): boolean =>
  settings.get(`agents.${word}`);

const scopesOf = ({ operation }: AgentTool): string[] => {
  const { all, ofClients } = tokenRequirements(operation.document);
  return [...new Set([...all, ...(ofClients ?? [])])];
};

const mayCall = (principal: Principal, { operation }: AgentTool): boolean =>
  (principal.actor !== null || operation.clientToken) &&
  (operation.permission === null || viewerOf(principal)?.can(operation.permission) === true);

function webRequestOf(request: ExpressRequest, { config }: Services): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  return new Request(config.env.APP_URL.origin + AGENTS_PATH, { method: request.method, headers });
}
