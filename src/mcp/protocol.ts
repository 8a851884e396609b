import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Knex } from "knex";
import type { Principal } from "../auth/guards.js";
import type { PublishedContract } from "../contract/published.js";
import { rememberTool } from "../domain/oauth/grants/agent-tools.js";
import type { SettingsSnapshot } from "../domain/settings/settings.js";
import { MINUTE } from "../lib/clock.js";
import { PRODUCT_VERSION } from "../lib/version.js";
import type { ApiRequest, ApiCalls } from "./api-calls.js";
import { isAllowed, type Catalogue } from "./catalogue.js";
import { ask, canAsk, hasAgreed, hasAnswered } from "./confirmation.js";
import { definitionsAt, documentsFor, type AgentDocument } from "./documents.js";
import { declined, toResult, unconfirmed } from "./results.js";
import { requestOf, unknownArguments, unusableInPath } from "./tool-requests.js";

/** How long a client may keep a list, which depends on the token and on the settings. */
const CACHED = { ttlMs: MINUTE, cacheScope: "private" as const };
const PER_PAGE = 100;
/** The operation whose answer is a document, too. */
const DEFINITIONS = "definitions.index";

/** What one request of an agent is answered from. */
export interface Asked {
  principal: Principal;
  settings: SettingsSnapshot;
  request: ApiRequest;
}

interface ToolCall {
  name: string;
  arguments?: Record<string, unknown> | undefined;
}

/** What agents can ask for, apart from HTTP and its authentication. */
export class AgentProtocol {
  /** @param origin of the service */
  constructor(
    private readonly knex: Knex,
    private readonly origin: URL,
    private readonly contract: PublishedContract,
    private readonly catalogue: Catalogue,
    private readonly api: ApiCalls,
  ) {}

  /** A server for one request. */
  server(asked: Asked): Server {
    const server = new Server(
      { name: this.origin.host, version: PRODUCT_VERSION },
      { capabilities: { tools: {}, resources: {} } },
    );
    server.setRequestHandler("tools/list", ({ params }) => this.list(asked, params?.cursor));
    server.setRequestHandler("tools/call", ({ params }, context) => this.call(asked, params, context));
    server.setRequestHandler("resources/list", () => ({
      resources: this.documents(asked).map(({ shown }) => shown),
      ...CACHED,
    }));
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [], ...CACHED }));
    server.setRequestHandler("resources/read", ({ params }) => this.read(asked, params.uri));
    return server;
  }

  private list({ settings, principal }: Asked, cursor = "0") {
    const from = Number(cursor);
    if (!Number.isSafeInteger(from) || from < 0) throw invalid("The cursor is invalid.");
    const tools = this.catalogue.callable(settings, principal);
    const page = tools.slice(from, from + PER_PAGE).map(({ shown }) => shown);
    const rest = from + PER_PAGE < tools.length ? { nextCursor: String(from + PER_PAGE) } : {};
    return { tools: page, ...rest, ...CACHED };
  }

  private async call(
    asked: Asked,
    { name, arguments: given = {} }: ToolCall,
    context: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> {
    const tool = this.catalogue.find(name);
    if (!tool || !isAllowed(asked.settings, tool)) throw invalid(`There is no tool ${name}.`);
    const { operation, word, shown } = tool;
    const unknown = unknownArguments(shown.inputSchema, given);
    if (unknown.length > 0) throw invalid(`Unknown arguments: ${unknown.join(", ")}`);
    const unusable = unusableInPath(operation, given);
    if (unusable.length > 0) throw invalid(`Unusable arguments: ${unusable.join(", ")}`);
    if (word === "destroy") {
      const open = confirmation(shown.title, given, context);
      if (open) return open;
    }
    const { actor, clientId } = asked.principal;
    if (actor && clientId !== null)
      await rememberTool(this.knex, { user_id: actor.id, client_id: clientId, tool: name });
    return toResult(await this.api.send(asked, requestOf(operation, this.api.base, given)));
  }

  /** The documents that the account can read, and the definitions. */
  private documents(asked: Asked): AgentDocument[] {
    if (!asked.settings.get("agents.read")) return [];
    const { principal, settings } = asked;
    const definitions = this.catalogue
      .callable(settings, principal)
      .find(({ shown }) => shown.name === DEFINITIONS);
    const request = definitions && requestOf(definitions.operation, this.api.base, {});
    return [
      ...documentsFor(principal, this.contract, this.origin),
      ...(request
        ? [definitionsAt(this.origin.origin + request.url, () => this.api.send(asked, request))]
        : []),
    ];
  }

  private async read(asked: Asked, uri: string) {
    const found = this.documents(asked).find(({ shown }) => shown.uri === uri);
    if (!found) throw invalid(`There is no resource ${uri}.`);
    return { contents: [{ uri, mimeType: found.shown.mimeType, text: await found.read() }], ...CACHED };
  }
}

const invalid = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/** What the agent gets instead of a result until its user has agreed. Null for a confirmed call. */
function confirmation(
  title: string,
  given: Record<string, unknown>,
  context: ServerContext,
): CallToolResult | InputRequiredResult | null {
  if (!canAsk(context)) return given["confirm"] === true ? null : unconfirmed(title);
  if (hasAgreed(context)) return null;
  return hasAnswered(context) ? declined(title) : ask(title, given);
}
