import { isIPv6 } from "node:net";
import { ipKeyGenerator, rateLimit, type RateLimitRequestHandler, type Store } from "express-rate-limit";
import type { Request } from "express";
import { now } from "../lib/clock.js";
import { TooManyAttempts } from "../lib/failures.js";
import { localsOf } from "./locals.js";

/** An address as a limiter counts it: IPv6 by /56, IPv4 whole, also when it is written as mapped IPv6. */
export function ipKey(request: Request): string {
  const ip = localsOf(request.res!).ip.replace(/^::ffff:(?=\d+\.)/i, "");
  return `ip:${isIPv6(ip) ? ipKeyGenerator(ip, 56) : ip}`;
}

/** User id, client id of userless tokens, else IP (decisions §1 "Order on the API"). */
export function callerKey(request: Request): string {
  const { authenticated } = localsOf(request.res!);
  if (authenticated?.actor) return `user:${authenticated.actor.id}`;
  return authenticated?.clientId ? `client:${authenticated.clientId}` : ipKey(request);
}

/**
 * One limiter. Its answers carry `RateLimit` and `RateLimit-Policy` (draft 8); over the limit the exception
 * layer answers. A store that cannot be asked refuses the request.
 */
export function limiter(options: {
  name: string;
  limit: number;
  windowMs: number;
  store: Store;
  key: (request: Request) => string;
}): RateLimitRequestHandler {
  return rateLimit({
    identifier: options.name,
    limit: options.limit,
    windowMs: options.windowMs,
    store: options.store,
    keyGenerator: options.key,
    standardHeaders: "draft-8",
    legacyHeaders: false,
    passOnStoreError: false,
    validate: false,
    handler: (request, _response, next) => {
      const { resetTime } = (request as Request & { rateLimit: { resetTime?: Date } }).rateLimit;
      next(new TooManyAttempts((resetTime?.getTime() ?? now()) - now()));
    },
  });
}
