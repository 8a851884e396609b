import { rateLimit, type Store } from "express-rate-limit";
import type { Request, RequestHandler } from "express";
import { now, SECOND } from "../lib/clock.js";
import { TooManyAttempts, type LimitPolicy } from "../lib/failures.js";
import { addressGroup, networkOf } from "../lib/network/networks.js";
import type { ReconcilingStore } from "./limit-stores.js";
import { addHeader, localsOf } from "./locals.js";
import type { Stage } from "./stage.js";
import { addressOf, type StageRequest, type StageResponse } from "../lib/requests.js";

/** The limiter key of an address: the /56 of IPv6, or the whole IPv4 address. */
export const ipKey = (request: StageRequest): string => `ip:${addressGroup(addressOf(request))}`;
/** The network of the address: a /24 of IPv4, a /48 of IPv6. */
const networkKey = (request: StageRequest): string => `network:${networkOf(addressOf(request))}`;

/**
 * The limiter key of the caller: the user id, the client id of tokens without a user, the organisation of a directory, or the IP
 * address.
 */
export function rateLimitKey(request: StageRequest): string {
  const { authenticated, provisionedId } = localsOf(request.res!);
  if (provisionedId !== undefined) return `organisation:${provisionedId}`;
  if (authenticated?.actor) return `user:${authenticated.actor.id}`;
  return authenticated?.clientId ? `client:${authenticated.clientId}` : ipKey(request);
}

/** Adds the headers of one limit (RateLimit draft 8) to those of other limits of the request. */
function announceLimit(
  response: StageResponse,
  policy: LimitPolicy,
  remaining: number,
  resetMs: number,
  policyHeader = policyHeaderOf(policy),
): void {
  const seconds = Math.max(0, Math.ceil(resetMs / SECOND));
  addHeader(response, "RateLimit", `"${policy.name}"; r=${remaining}; t=${seconds}`);
  addHeader(response, "RateLimit-Policy", policyHeader);
}

const policyHeaderOf = ({ name, limit, windowMs }: LimitPolicy): string =>
  `"${name}"; q=${limit}; w=${Math.ceil(windowMs / SECOND)}`;

/** Adds the headers of a rejection by a limit without middleware, such as the limit per account. */
export function announceRejection(response: StageResponse, error: unknown): void {
  if (!(error instanceof TooManyAttempts && error.policy)) return;
  localsOf(response).limitedBy = error.policy.name;
  announceLimit(response, error.policy, 0, error.retryAfterMs);
}

interface RateLimitState {
  remaining: number;
  resetTime?: Date;
}
/** The state of the last limiter that counted the request. */
export const stateOf = (request: StageRequest): RateLimitState =>
  (request as StageRequest & { rateLimit: RateLimitState }).rateLimit;

interface LimiterOptions extends LimitPolicy {
  store: Store;
  key: (request: Request) => string | Promise<string>;
}

/** How many addresses of one network can use up their limits. */
const ADDRESSES_PER_NETWORK = 4;

/**
 * Creates a limit for each IP address and a limit four times as high for its network, so that the owner of a whole
 * network has no more attempts than four visitors. An address over its own limit isn't counted against its network.
 * @param makeStore creates a separate store for each of the two
 */
export const addressLimiters = (
  options: LimitPolicy,
  makeStore: (name: string) => Store,
): RequestHandler[] => {
  const network = `${options.name}-network`;
  return [
    limiter({ ...options, store: makeStore(options.name), key: ipKey }),
    limiter({
      ...options,
      name: network,
      limit: options.limit * ADDRESSES_PER_NETWORK,
      store: makeStore(network),
      key: networkKey,
    }),
  ];
};

/** Fails the request on a problem that the package finds in a limiter. By default the package only logs it. */
const fail = (problem: unknown): never => {
  throw problem;
};

/**
 * Creates a rate limiter. Every response gets the headers `RateLimit` and `RateLimit-Policy` (draft 8). They are
 * written here, because the package would add a hash of the key to each of them. A failing store rejects the request.
 * @throws TooManyAttempts over the limit, passed to the exception layer
 */
export function limiter(options: LimiterOptions): RequestHandler {
  const { limit, windowMs, store, key } = options;
  const announce = (request: StageRequest, response: StageResponse): void => {
    const { remaining, resetTime } = stateOf(request);
    announceLimit(response, options, remaining, (resetTime?.getTime() ?? now()) - now());
  };
  const count = rateLimit({
    limit,
    windowMs,
    store,
    keyGenerator: key,
    standardHeaders: false,
    legacyHeaders: false,
    passOnStoreError: false,
    logger: { warn: fail, error: fail },
    // the first check would keep every store in memory, also those of closed apps; the second one writes a stack trace,
    // which takes most of the time, and limiters are only created before the first request
    validate: { unsharedStore: false, creationStack: false },
    handler: (request, response, next) => {
      announce(request, response);
      localsOf(response).limitedBy = options.name;
      next(new TooManyAttempts((stateOf(request).resetTime?.getTime() ?? now()) - now()));
    },
  });
  return (request, response, next) =>
    count(request, response, (error?: unknown) => {
      if (error === undefined) announce(request, response);
      next(error);
    });
}

const counted = new WeakSet<object>();

/** Has `countInMemory` not count the request: it is part of another one, which was counted. */
export const markCounted = (request: object): void => void counted.add(request);

/** The limiter of the compiled operations: as `limiter`, for a store in memory, so that nothing waits. */
export function countInMemory({
  key,
  store,
  ...policy
}: LimitPolicy & { store: ReconcilingStore; key: (request: StageRequest) => string }): Stage {
  const policyHeader = policyHeaderOf(policy);
  return (request, response) => {
    if (counted.has(request)) return;
    const { hits, resetsAt } = store.add(key(request));
    const resetMs = resetsAt - now();
    announceLimit(response, policy, Math.max(0, policy.limit - hits), resetMs, policyHeader);
    if (hits <= policy.limit) return;
    localsOf(response).limitedBy = policy.name;
    throw new TooManyAttempts(resetMs);
  };
}
