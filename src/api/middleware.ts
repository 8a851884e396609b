import type { Request, RequestHandler, Response } from "express";
import type { EnsureUserIsActive } from "../auth/ensure-user-is-active.js";
import { API_GUARD, type Guards } from "../auth/guards.js";
import { TokenRejected } from "../auth/token-guard.js";
import type { Services } from "../domain/services.js";
import { chain } from "../http/chain.js";
import { ExactStore, ReconcilingStore } from "../http/limit-stores.js";
import { localsOf } from "../http/locals.js";
import { addressLimiters, callerKey, ipKey, limiter } from "../http/rate-limit.js";
import { MINUTE } from "../lib/clock.js";
import { ActionForbidden } from "../lib/failures.js";
import { ContractError, type Operation } from "../contract/operations.js";
import { ApiException } from "./envelope.js";
import { MiddlewareRegistry } from "./middleware-registry.js";
import { registerTokenDemands } from "./token-demands.js";

export function registerApiMiddleware(
  services: Services,
  guards: Guards,
  ensureUserIsActive: EnsureUserIsActive,
): { registry: MiddlewareRegistry; throttleApi: RequestHandler; close: () => void } {
  const store = new ReconcilingStore(services.counters, "api:", (error) =>
    services.log.warn({ err: error }, "the API limiter did not reach the shared store"),
  );
  const limit = services.config.env.API_RATE_PER_MINUTE;
  const throttleApi = limiter({ name: "throttle:api", limit, windowMs: MINUTE, store, key: callerKey });
  const registry = new MiddlewareRegistry();
  registry.register("throttle:api", () => throttleApi);
  registry.register("throttle", (parameters, operation) => throttle(services, parameters, operation));
  registry.register("auth:api", (_parameters, operation) =>
    authenticate(guards, operation, throttleApi, (key) => store.hits(key) >= limit),
  );
  registry.register("sk.active", () => refuseDenied(ensureUserIsActive));
  registerTokenDemands(registry, services.config.tokens);
  registry.register("check.permission", (_parameters, operation) => checkPermission(operation));
  return { registry, throttleApi, close: () => store.shutdown() };
}

/**
 * `throttle:<hits>,<minutes>`: per IP, and four times as much for its network; buckets of each operation, exact across
 * processes.
 * @throws ContractError on other figures: compared with a limit that is no number, nothing is ever too much
 */
function throttle({ counters }: Services, figures: string[], operation: Operation): RequestHandler {
  const [hits, minutes] = figures;
  if (figures.length !== 2 || !figures.every((figure) => /^[1-9]\d*$/.test(figure)))
    throw new ContractError([
      `${operation.id} asks for the middleware throttle:${figures.join(",")}, which is no throttle:<hits>,<minutes>`,
    ]);
  const name = `throttle:${figures.join(",")}`;
  const options = { name, limit: Number(hits), windowMs: Number(minutes) * MINUTE };
  const makeStore = (limit: string) =>
    new ExactStore(counters, `${operation.id}:${limit === name ? "" : "network:"}`);
  return chain(addressLimiters(options, makeStore));
}

/** A failed authentication charges the IP's bucket; an IP over it is refused before the token is looked up. */
function authenticate(
  guards: Guards,
  operation: Operation,
  throttleApi: RequestHandler,
  isExhausted: (key: string) => boolean,
): RequestHandler {
  const charge = (request: Request, response: Response): Promise<void> =>
    new Promise((resolve, reject) => {
      void throttleApi(request, response, (refusal?: unknown) =>
        refusal === undefined ? resolve() : reject(refusal as Error),
      );
    });
  return async (request, response, next) => {
    // the window may end between look and charge: then the request goes on, but not past the guard
    if (isExhausted(ipKey(request))) await charge(request, response);
    try {
      const found = await guards.resolve(API_GUARD, request);
      if (!found || (!found.actor && !operation.clientToken)) throw new TokenRejected("unauthenticated");
      localsOf(response).authenticated = found;
    } catch (error) {
      if (error instanceof TokenRejected) await charge(request, response);
      throw error;
    }
    next();
  };
}

/** EnsureUserIsActive on this surface: 403 in the envelope. */
const refuseDenied =
  (ensureUserIsActive: EnsureUserIsActive): RequestHandler =>
  async (request, _response, next) => {
    if ((await ensureUserIsActive.findDenied(request)) !== null)
      throw new ApiException(403, "account_denied", "Your account is not active.");
    next();
  };

const checkPermission = (operation: Operation): RequestHandler => {
  const { permission } = operation;
  if (permission === null) throw new ContractError([`${operation.id} has no permission to check`]);
  return (_request, response, next) => {
    if (localsOf(response).authenticated?.actor?.can(permission) !== true) throw new ActionForbidden();
    next();
  };
};
