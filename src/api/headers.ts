import type { RequestHandler } from "express";
import type { Environment } from "../config/env.js";
import { recordHeaders } from "../http/recorded-headers.js";

/**
 * The security headers of every API response. A response belongs to one caller, so it must not be cached, framed,
 * sniffed or executed.
 */
export function securityHeaders(env: Environment): Map<string, string> {
  const headers = recordHeaders(env, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: "no-referrer" },
  });
  return headers.set("Cache-Control", "no-store");
}

export const setHeaders =
  (headers: Map<string, string>): RequestHandler =>
  (_request, response, next) => {
    response.setHeaders(headers);
    next();
  };
