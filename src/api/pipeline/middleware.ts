import type { RequestHandler } from "express";
import {
  API_GUARD,
  type EnsureUserIsActive,
  type Guards,
  type Principal,
  viewerOf,
} from "../../auth/guards.js";
import { TokenRejected } from "../../auth/token-guard.js";
import type { Actor } from "../../domain/access/actor.js";
import { checkTwoFactorRequirement } from "../../domain/requirements/two-factor-requirement.js";
import type { Services } from "../../domain/services.js";
import { chain, type Stage, toStage } from "../../http/stage.js";
import { ExactStore, ReconcilingStore } from "../../http/limit-stores.js";
import { localsOf } from "../../http/locals.js";
import { addressLimiters, rateLimitKey, countInMemory, ipKey } from "../../http/rate-limit.js";
import { SharedLimits } from "../../http/shared-limits.js";
import type { StageResponse } from "../../lib/requests.js";
import { andThen, type Awaitable } from "../../lib/awaitable.js";
import { MINUTE, now } from "../../lib/clock.js";
import { ActionForbidden } from "../../lib/failures.js";
import { ALL_FACTORS, hasSecondFactor } from "../../models/two-factor-requirement.js";
import { ContractError } from "../../contract/operations.js";
import { ApiException } from "../envelope.js";
import { type Guarded, MiddlewareRegistry } from "./middleware-registry.js";
import { registerTokenRequirements, requireTokenForApi } from "./token-requirements.js";

/**
 * Registers the middleware of the API under its names.
 * @returns `throttleApi`, the limiter for requests that match no operation, and `close`, which stops its store
 */
export function registerApiMiddleware(
  services: Services,
  guards: Guards,
  ensureUserIsActive: EnsureUserIsActive,
  /** The scopes that the contract asks for. */
  scopesOfApi: ReadonlySet<string>,
): { registry: MiddlewareRegistry; throttleApi: Stage; close: () => void } {
  const store = new ReconcilingStore(services.counters, "api:", (error) =>
    services.outages.warn(error, "the API rate limiter can't reach the shared store"),
  );
  const limit = services.config.env.API_RATE_PER_MINUTE;
  const options = { name: "throttle:api", limit, windowMs: MINUTE, store, key: rateLimitKey };
  store.init(options);
  const throttleApi = countInMemory(options);
  const registry = new MiddlewareRegistry();
  registry.register("throttle:api", () => throttleApi);
  const shared = new SharedLimits(services.counters, rateLimitKey);
  registry.register("throttle", (parameters, operation) => {
    const found = shared.find(parameters[0]!);
    return toStage(chain(found ?? throttle(services, parameters, operation)));
  });
  const isExhausted = (key: string): boolean => store.hits(key) >= limit;
  registry.register("auth:api", (_parameters, operation) =>
    authenticate(guards, operation, throttleApi, isExhausted),
  );
  const active = rejectDenied(ensureUserIsActive);
  const forApi = requireTokenForApi(services.config.tokens, scopesOfApi);
  // every operation has it, as both rules need
  registry.register(
    "sk.active",
    () => (request, response) => andThen(active(request, response), () => forApi(request, response)),
  );
  registerTokenRequirements(registry, services.config.tokens);
  registry.register("check.permission", (_parameters, operation) => checkPermission(operation));
  registry.register("two-factor.required", () => requireSecondFactor(services));
  registry.register("password.confirm", () => requireRecentPassword(services));
  return { registry, throttleApi, close: () => store.shutdown() };
}

/**
 * `throttle:<hits>,<minutes>` limits the requests of an IP address to one operation, and those of its network to four
 * times as many. The counters are exact across processes.
 * @throws ContractError for invalid numbers, because a limit of NaN would never reject a request
 */
function throttle({ counters }: Services, parameters: string[], operation: Guarded): RequestHandler[] {
  const [hits, minutes] = parameters;
  const name = `throttle:${parameters.join(",")}`;
  if (parameters.length !== 2 || !parameters.every((parameter) => /^[1-9]\d*$/.test(parameter)))
    throw new ContractError([
      `${operation.id} uses the middleware ${name}, which does not have the form throttle:<hits>,<minutes>`,
    ]);
  const options = { name, limit: Number(hits), windowMs: Number(minutes) * MINUTE };
  const makeStore = (limit: string) =>
    new ExactStore(counters, `${operation.id}:${limit === name ? "" : "network:"}`);
  return addressLimiters(options, makeStore);
}

/**
 * Authenticates the request. A failed authentication counts against the general limit of the IP address. An address
 * over that limit is rejected before its token is looked up.
 */
function authenticate(
  guards: Guards,
  operation: Guarded,
  count: Stage,
  isExhausted: (key: string) => boolean,
): Stage {
  const accept = (response: StageResponse, found: Principal | null): void => {
    if (!found || (!found.actor && !operation.clientToken)) throw new TokenRejected("unauthenticated");
    localsOf(response).authenticated = found;
  };
  const resolve: Stage = (request, response) => {
    const reject = (error: unknown): Awaitable<never> => {
      const counted = error instanceof TokenRejected ? count(request, response) : undefined;
      return andThen(counted, () => {
        throw error;
      });
    };
    try {
      const found = guards.resolve(API_GUARD, request);
      if (!(found instanceof Promise)) return accept(response, found);
      return found.then((authenticated) => accept(response, authenticated)).catch(reject);
    } catch (error) {
      return reject(error);
    }
  };
  return (request, response) => {
    if (!isExhausted(ipKey(request))) return resolve(request, response);
    // this continues only when a new window has just begun; the guard still checks the request
    return andThen(count(request, response), () => resolve(request, response));
  };
}

/** Rejects accounts with a denied status with 403. */
const rejectDenied =
  (ensureUserIsActive: EnsureUserIsActive): Stage =>
  (request) =>
    andThen(ensureUserIsActive.findDenied(request), (guard) => {
      if (guard !== null) throw new ApiException(403, "account_denied", "Your account is not active.");
    });

/**
 * Rejects an account that must have a second factor and hasn't set one up within the grace period. It doesn't apply to a
 * client's own token. Requests of other accounts don't read the settings.
 */
const requireSecondFactor =
  (services: Services): Stage =>
  (_request, response) => {
    const { actor, hasTwoFactorRule, acceptsAnyFactor = false } = localsOf(response).authenticated ?? {};
    const mayBeAffected =
      actor && (hasTwoFactorRule || actor.user.two_factor_required_at !== null || actor.user.two_factor_lost);
    if (!mayBeAffected || (acceptsAnyFactor && hasSecondFactor(actor.user, ALL_FACTORS))) return undefined;
    return rejectOverdue(services, actor);
  };

async function rejectOverdue(services: Services, actor: Actor): Promise<void> {
  const requirement = await checkTwoFactorRequirement(services, actor, await services.settings.read());
  if (requirement?.isOverdue) throw new ApiException(403, "two_factor_setup_required", SETUP_REQUIRED);
}

const SETUP_REQUIRED = "Set up two-factor authentication first.";

/**
 * Requires that the owner of a token from signing in entered the password within `auth.password_confirm_minutes`. Other
 * tokens can't confirm a password, so they aren't asked.
 */
const requireRecentPassword =
  ({ settings }: Services): Stage =>
  async (_request, response) => {
    const confirmedAt = localsOf(response).authenticated?.confirmedAt;
    const minutes = (await settings.read()).get("auth.password_confirm_minutes");
    if (confirmedAt !== undefined && now() - confirmedAt > minutes * MINUTE)
      throw new ApiException(423, "password_confirmation_required", "Confirm your password first.");
  };

const checkPermission = (operation: Guarded): Stage => {
  const { permission } = operation;
  if (permission === null) throw new ContractError([`${operation.id} has no permission to check`]);
  return (_request, response) => {
    const { authenticated } = localsOf(response);
    if (!authenticated || viewerOf(authenticated)?.can(permission) !== true) throw new ActionForbidden();
  };
};
