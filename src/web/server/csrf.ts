import type { Request, RequestHandler } from "express";
import { doubleCsrf } from "csrf-csrf";
import { csrfSync } from "csrf-sync";
import type { Services } from "../../domain/services.js";
import type { Cookies } from "./cookies.js";

const CSRF_FIELD = "_csrf";

/** The form comes from another site, or its page is too old. */
export class PageExpired extends Error {}

export interface Csrf {
  /** Refuses every method but GET and HEAD without the browser's token. @throws PageExpired */
  protect: RequestHandler;
  /** The token for the forms of the page in the answer. */
  tokenFor(request: Request): string;
}

/**
 * For a signed-in user the token is in the session (synchroniser token). A guest gets a signed cookie that must match
 * the field (double submit), so that guests have no session rows. Signing in and out changes the kind, so older forms
 * are refused.
 */
export function csrfProtection(services: Services, cookies: Cookies): Csrf {
  const secrets = services.encryption.deriveAll("csrf-cookie").map((key) => key.toString("base64"));
  const signedIn = csrfSync({
    getTokenFromRequest: sentToken,
    getTokenFromState: (request) => request.session?.signedIn?.csrfToken,
    // created with the session
    storeTokenInState: () => undefined,
  });
  const guest = doubleCsrf({
    getSecret: () => secrets,
    getSessionIdentifier: () => "guest",
    cookieName: cookies.nameOf("csrf"),
    cookieOptions: cookies.options(),
    getCsrfTokenFromRequest: sentToken,
  });
  const isSignedIn = (request: Request): boolean => request.session?.signedIn !== undefined;
  return {
    protect: (request, _response, next) => {
      if (request.method === "GET" || request.method === "HEAD") return next();
      const valid = isSignedIn(request) ? signedIn.isRequestValid(request) : guest.validateRequest(request);
      next(valid ? undefined : new PageExpired());
    },
    tokenFor: (request) =>
      isSignedIn(request) ? signedIn.generateToken(request) : guest.generateCsrfToken(request, request.res!),
  };
}

/** The token in a field of the form, or in a script's header. */
function sentToken(request: Request): string | undefined {
  const body = request.body as Record<string, unknown> | undefined;
  const sent = body?.[CSRF_FIELD] ?? request.headers["x-csrf-token"];
  return typeof sent === "string" ? sent : undefined;
}
