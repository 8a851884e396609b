import { viewerOf } from "../../auth/guards.js";
import type { Actor, RoleHolder } from "../../domain/access/actor.js";
import type { Origin } from "../../domain/audit/origin.js";
import type { BeforeCommit } from "../../domain/context.js";
import type { Services } from "../../domain/services.js";
import type { Operation } from "../../contract/operations.js";
import { Disconnect } from "../../http/disconnect.js";
import type { StageRequest, StageResponse } from "../../lib/requests.js";
import type { Abort } from "../../lib/abort.js";
import { localsOf, originOf } from "../../http/locals.js";
import { rateLimitKey } from "../../http/rate-limit.js";
import type { Awaitable } from "../../lib/awaitable.js";
import { DEFAULT_LOCALE, localeOf, type Locale } from "../../texts/translate.js";
import { idempotently } from "./idempotency.js";
import type { AnyHandler, AnyReply } from "../route-files.js";

type Respond = (request: StageRequest, response: StageResponse, query: unknown) => Awaitable<AnyReply>;

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
