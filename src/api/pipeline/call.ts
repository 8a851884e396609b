import { parse } from "qs";
import { viewerOf } from "../../auth/guards.js";
import type { ParameterObject } from "../../contract/document.js";
import type { Operation } from "../../contract/operations.js";
import type { Actor, RoleHolder } from "../../domain/access/actor.js";
import type { Origin } from "../../domain/audit/origin.js";
import type { BeforeCommit } from "../../domain/context.js";
import type { Services } from "../../domain/services.js";
import { Disconnect, localsOf, originOf } from "../../http/locals.js";
import { rateLimitKey } from "../../http/rate-limit.js";
import type { Abort } from "../../lib/abort.js";
import type { Awaitable } from "../../lib/awaitable.js";
import type { StageRequest, StageResponse } from "../../lib/requests.js";
import { DEFAULT_LOCALE, type Locale, localeOf } from "../../texts/translate.js";
import type { AnyHandler, AnyHandlerResult } from "../route-files.js";
import { ContractViolated } from "../validation/contract-violated.js";
import { idempotently } from "./idempotency.js";

export type Query = Record<string, unknown>;

/** The characters that a query parameter must percent-encode (RFC 3986, section 2.2). */
const RESERVED = /[:/?#[\]@!$&'()*+,;=]/;

/** The query parser of the service, for Express too. */
export const parseQuery = (text: string): Query => parse(text, { depth: 3, parameterLimit: 2000 }) as Query;

/**
 * Reads the query of an operation as express-openapi-validator does: `filter[…]` becomes one object and a list is split
 * at its commas. The result is not validated yet.
 * @throws ContractViolated for a value that isn't percent-encoded, an unknown parameter and an empty one
 */
export function queryReader(parameters: readonly ParameterObject[]): (text: string) => Query {
  const declared = parameters.filter((parameter) => parameter.in === "query");
  const known = new Set(declared.map(({ name }) => name));
  const encoded = declared.filter(({ allowReserved }) => !allowReserved).map(({ name }) => name);
  const lists = declared.filter(({ schema }) => schema.type === "array").map(({ name }) => name);
  const objects = declared.filter(({ style }) => style === "deepObject").map(({ name }) => name);
  return (text) => {
    const query = text === "" ? {} : withoutBrackets(parseQuery(text));
    if (text !== "") rejectReserved(text, encoded);
    for (const name of objects) query[name] = objectIn(query[name]);
    for (const name of lists)
      if (typeof query[name] === "string") query[name] = query[name] === "" ? "" : query[name].split(",");
    for (const name of Object.keys(query)) {
      if (!known.has(name)) throw violated(name, `Unknown query parameter '${name}'`);
      if (query[name] === "") throw violated(name, `Empty value found for query parameter '${name}'`);
    }
    return query;
  };
}

const violated = (name: string, message: string): ContractViolated =>
  new ContractViolated([{ path: `/query/${name}`, message }]);

/** An object that was sent as JSON, or as single members; without either, it is empty. */
function objectIn(value: unknown): unknown {
  if (!value) return {};
  try {
    return JSON.parse(value as string) as unknown; // throws for an object
  } catch {
    return value;
  }
}

/** qs keeps a bracket that isn't closed or is too deep in the name of the parameter. Such parameters are ignored. */
function withoutBrackets(query: Query): Query {
  for (const name of Object.keys(query)) if (name.includes("[")) delete query[name];
  return query;
}

/** The first declared parameter with a reserved character is rejected. */
function rejectReserved(text: string, names: readonly string[]): void {
  const sent = new Map<string, string[]>();
  for (const pair of text.split("&")) {
    const [name = "", value] = pair.split("=");
    if (value !== undefined) sent.set(name, [...(sent.get(name) ?? []), value]);
  }
  for (const name of names)
    if (sent.get(name)?.some((value) => RESERVED.test(value)))
      throw violated(
        name,
        `Parameter '${name}' must be url encoded. Its value may not contain reserved characters.`,
      );
}

type Respond = (
  request: StageRequest,
  response: StageResponse,
  query: unknown,
) => Awaitable<AnyHandlerResult>;

/** Builds the typed call of the handler. Handlers don't see the request and the response. */
export function handlerCall(operation: Operation, handler: AnyHandler, services: Services): Respond {
  const declared = operation.document.parameters?.filter((parameter) => parameter.in === "header") ?? [];
  // Node converts header names to lower case; the contract uses the spelling of the RFCs
  const headerNames = declared.map(({ name }) => [name, name.toLowerCase()] as const);
  return (request, response, query) => {
    const headers: Record<string, string | undefined> = {};
    for (const [name, key] of headerNames) headers[name] = request.headers[key] as string | undefined;
    const call = new ValidatedCall(request, response, query, headers, services);
    return operation.idempotency === null
      ? handler(call)
      : idempotently(call, operation, handler, rateLimitKey(request));
  };
}

/** The argument of a handler. The request was validated against the contract, so it has the handler's types. */
class ValidatedCall {
  readonly params: unknown;
  readonly body: unknown;
  readonly origin: Origin;
  readonly requestTarget: string;
  beforeCommit?: BeforeCommit;

  constructor(
    request: StageRequest,
    private readonly response: StageResponse,
    readonly query: unknown,
    readonly headers: Record<string, string | undefined>,
    readonly services: Services,
  ) {
    this.params = request.params;
    this.body = request.body;
    this.origin = originOf(response);
    this.requestTarget = request.originalUrl;
  }

  get signal(): Abort {
    return new Disconnect(this.response);
  }

  get actor(): Actor {
    const actor = localsOf(this.response).authenticated?.actor;
    if (!actor) throw new RangeError("The request has no account.");
    return actor;
  }

  get viewer(): RoleHolder {
    const { authenticated } = localsOf(this.response);
    const viewer = authenticated && viewerOf(authenticated);
    if (!viewer) throw new RangeError("A public operation has no viewer.");
    return viewer;
  }

  get locale(): Locale {
    const actor = localsOf(this.response).authenticated?.actor;
    return actor ? localeOf(actor.user) : DEFAULT_LOCALE;
  }
}
