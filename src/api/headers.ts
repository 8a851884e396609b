import helmet from "helmet";
import type { RequestHandler } from "express";

/**
 * Answers of the API are data of one caller: never cached, framed, sniffed or run. helmet's headers depend on
 * nothing in the request, so it is asked once.
 */
export function securityHeaders(appUrl: URL): RequestHandler {
  const headers = new Map([["Cache-Control", "no-store"]]);
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: "no-referrer" },
    frameguard: { action: "deny" },
    strictTransportSecurity:
      appUrl.protocol === "https:" ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // these speak to pages, and to browsers that are gone
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  protect(undefined as never, recorder as never, () => undefined);
  return (_request, response, next) => {
    response.setHeaders(headers);
    next();
  };
}
