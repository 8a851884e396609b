import type { RequestHandler } from "express";
import { recordHeaders } from "../http/recorded-headers.js";

/** Answers of the API are data of one caller: never cached, framed, sniffed or run. */
export function securityHeaders(appUrl: URL): RequestHandler {
  const headers = recordHeaders(appUrl, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: "no-referrer" },
  });
  headers.set("Cache-Control", "no-store");
  return (_request, response, next) => {
    response.setHeaders(headers);
    next();
  };
}
