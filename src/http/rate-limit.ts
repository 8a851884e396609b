import { rateLimit, type Store } from "express-rate-limit";
import type { Request, RequestHandler, Response } from "express";
import { now, SECOND } from "../lib/clock.js";
import { TooManyAttempts, type LimitPolicy } from "../lib/failures.js";
import { addressGroup, networkOf } from "../lib/networks.js";
import { localsOf } from "./locals.js";

const ipOf = (request: Request): string => localsOf(request.res!).ip;

/** An address as a limiter counts it: IPv6 by /56, IPv4 whole. */
export const ipKey = (request: Request): string => `ip:${addressGroup(ipOf(request))}`;
/** The network of the address: a /24 of IPv4, a /48 of IPv6. */
const networkKey = (request: Request): string => `network:${networkOf(ipOf(request))}`;

/** User id, client id of userless tokens, else IP. */
export function callerKey(request: Request): string {
  const { authenticated } = localsOf(request.res!);
  if (authenticated?.actor) return `user:${authenticated.actor.id}`;
  return authenticated?.clientId ? `client:${authenticated.clientId}` : ipKey(request);
}

/** The headers of one limit (draft 8 of RateLimit), beside those of the others that the request has passed. */
function announceLimit(
  response: Response,
  { name, limit, windowMs }: LimitPolicy,
  remaining: number,
  resetMs: number,
): void {
  const seconds = Math.max(0, Math.ceil(resetMs / SECOND));
  response.appendHeader("RateLimit", `"${name}"; r=${remaining}; t=${seconds}`);
  response.appendHeader("RateLimit-Policy", `"${name}"; q=${limit}; w=${Math.ceil(windowMs / SECOND)}`);
}

/** A limit that no middleware knows, such as the one of an account, announces itself when it refuses. */
export function announceRefusal(response: Response, error: unknown): void {
  if (error instanceof TooManyAttempts && error.policy)
    announceLimit(response, error.policy, 0, error.retryAfterMs);
}

interface RateLimitState {
  remaining: number;
  resetTime?: Date;
}
/** Where the limiter that was passed last stands. */
export const stateOf = (request: Request): RateLimitState =>
  (request as Request & { rateLimit: RateLimitState }).rateLimit;

interface LimiterOptions extends LimitPolicy {
  store: Store;
  key: (request: Request) => string | Promise<string>;
}

/** How many addresses of one network may use up a limit by address. */
const ADDRESSES_PER_NETWORK = 4;

/**
 * A limit by address of a sign-in surface, and four times as much for the network around it: whoever has a whole
 * network has no more tries than four visitors. An address over its own limit takes nothing from its neighbours.
 * @param makeStore a store of its own for each of the two
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

/**
 * One limiter. Its answers carry `RateLimit` and `RateLimit-Policy` (draft 8); over the limit the exception
 * layer answers. A store that cannot be asked refuses the request. The headers are written here, because the
 * package hashes a partition key, which is optional, into each of them.
 */
export function limiter(options: LimiterOptions): RequestHandler {
  const { limit, windowMs, store, key } = options;
  const announce = (request: Request, response: Response): void => {
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
    validate: false,
    handler: (request, response, next) => {
      announce(request, response);
      next(new TooManyAttempts((stateOf(request).resetTime?.getTime() ?? now()) - now()));
    },
  });
  return (request, response, next) =>
    count(request, response, (error?: unknown) => {
      if (error === undefined) announce(request, response);
      next(error);
    });
}
