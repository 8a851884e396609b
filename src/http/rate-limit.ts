import { isIPv6 } from "node:net";
import { ipKeyGenerator, rateLimit, type Store } from "express-rate-limit";
import type { Request, RequestHandler, Response } from "express";
import { now, SECOND } from "../lib/clock.js";
import { TooManyAttempts } from "../lib/failures.js";
import { localsOf } from "./locals.js";

/** An address as a limiter counts it: IPv6 by /56, IPv4 whole, also when it is written as mapped IPv6. */
export function ipKey(request: Request): string {
  const ip = localsOf(request.res!).ip.replace(/^::ffff:(?=\d+\.)/i, "");
  return `ip:${isIPv6(ip) ? ipKeyGenerator(ip, 56) : ip}`;
}

/** User id, client id of userless tokens, else IP. */
export function callerKey(request: Request): string {
  const { authenticated } = localsOf(request.res!);
  if (authenticated?.actor) return `user:${authenticated.actor.id}`;
  return authenticated?.clientId ? `client:${authenticated.clientId}` : ipKey(request);
}

interface RateLimitState {
  remaining: number;
  resetTime?: Date;
}
/** Where the limiter that was passed last stands. */
export const stateOf = (request: Request): RateLimitState =>
  (request as Request & { rateLimit: RateLimitState }).rateLimit;

/**
 * One limiter. Its answers carry `RateLimit` and `RateLimit-Policy` (draft 8); over the limit the exception
 * layer answers. A store that cannot be asked refuses the request. The headers are written here, because the
 * package hashes a partition key, which is optional, into each of them.
 */
export function limiter(options: {
  name: string;
  limit: number;
  windowMs: number;
  store: Store;
  key: (request: Request) => string | Promise<string>;
}): RequestHandler {
  const { name, limit, windowMs, store, key } = options;
  const policy = `"${name}"; q=${limit}; w=${windowMs / SECOND}`;
  const announce = (request: Request, response: Response): void => {
    const { remaining, resetTime } = stateOf(request);
    const seconds = Math.max(0, Math.ceil(((resetTime?.getTime() ?? now()) - now()) / SECOND));
    response.appendHeader("RateLimit", `"${name}"; r=${remaining}; t=${seconds}`);
    response.appendHeader("RateLimit-Policy", policy);
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
