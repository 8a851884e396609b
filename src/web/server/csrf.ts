import type { Request, RequestHandler } from "express";
import { doubleCsrf } from "csrf-csrf";
import { csrfSync } from "csrf-sync";
import type { Services } from "../../domain/services.js";
import type { Cookies } from "./cookies.js";

const CSRF_FIELD = "_csrf";

/** The form came from elsewhere, or from a page that is too old. */
export class PageExpired extends Error {}

export interface Csrf {
  /** Refuses every method but GET and HEAD without the token of this very browser. @throws PageExpired */
  protect: RequestHandler;
  /** The token for the forms of the page that answers the request. */
  tokenFor(request: Request): string;
}

/**
 * Signed in, the token is kept in the session (synchroniser token); a guest gets a signed cookie that must match the
 * field (double submit), so that guests make no session rows. Signing in and out changes from one to the other: a form
 * from before is refused.
 */
export function csrfProtection(services: Services, cookies: Cookies): Csrf {
  const secrets = services.encryption.deriveAll("csrf-cookie").map((key) => key.toString("base64"));
  const signedIn = csrfSync({
    getTokenFromRequest: sentToken,
    getTokenFromState: (request) => request.session?.signedIn?.csrfToken,
    // it is made with the session
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

/** A field of the form, or a header of a script. */
function sentToken(request: Request): string | undefined {
  const body = request.body as Record<string, unknown> | undefined;
  const sent = body?.[CSRF_FIELD] ?? request.headers["x-csrf-token"];
  return typeof sent === "string" ? sent : undefined;
}
