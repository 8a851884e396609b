import helmet from "helmet";
import type { RequestHandler } from "express";

/** Answers of the API are data of one caller: never cached, framed, sniffed or run. */
export function securityHeaders(appUrl: URL): RequestHandler {
  const https = appUrl.protocol === "https:";
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    frameguard: { action: "deny" },
  });
  return (request, response, next) => {
    response.setHeader("Cache-Control", "no-store");
    protect(request, response, next);
  };
}
