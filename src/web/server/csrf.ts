import type { Request, RequestHandler } from "express";
import { doubleCsrf } from "csrf-csrf";
import { csrfSync } from "csrf-sync";
import type { Services } from "../../domain/services.js";
import { equalsInConstantTime } from "../../lib/secrets.js";
import type { Cookies } from "./cookies.js";
import { maskToken, unmaskToken } from "./csrf-mask.js";

const CSRF_FIELD = "_csrf";

/** The form comes from another site, or its page is too old. */
export class PageExpired extends Error {}

export interface Csrf {
  /** Refuses every method but GET and HEAD without the browser's token. @throws PageExpired */
  protect: RequestHandler;
  /** The token for the forms of the page in the answer, masked for this answer. */
  tokenFor(request: Request): string;
}

/**
 * For a signed-in user the token is in the session (synchroniser token). A guest gets a signed cookie that must match
 * the field (double submit), so that guests have no session rows. Signing in and out changes the kind, so older forms
 * are refused.
 */
export function csrfProtection(services: Services, cookies: Cookies): Csrf {
  const secrets = services.encryption.deriveAll("csrf-cookie").map((key) => key.toString("base64"));
  const storedToken = (request: Request): string | undefined => request.session?.signedIn?.csrfToken;
  const signedIn = csrfSync({
    getTokenFromRequest: (request) => verifiedToken(request, storedToken(request)),
    getTokenFromState: storedToken,
    // created with the session
    storeTokenInState: () => undefined,
  });
  const guest = doubleCsrf({
    getSecret: () => secrets,
    getSessionIdentifier: () => "guest",
    cookieName: cookies.nameOf("csrf"),
    cookieOptions: cookies.options(),
    getCsrfTokenFromRequest: (request) => verifiedToken(request, cookies.read(request, "csrf")),
  });
  const isSignedIn = (request: Request): boolean => request.session?.signedIn !== undefined;
  return {
    protect: (request, _response, next) => {
      if (request.method === "GET" || request.method === "HEAD") return next();
      const valid = isSignedIn(request) ? signedIn.isRequestValid(request) : guest.validateRequest(request);
      next(valid ? undefined : new PageExpired());
    },
    tokenFor: (request) =>
      maskToken(
        isSignedIn(request)
          ? signedIn.generateToken(request)
          : guest.generateCsrfToken(request, request.res!),
      ),
  };
}

/**
 * The stored token if the request sent it masked, else undefined. The libraries compare with `===`, whose time depends
 * on the texts.
 */
function verifiedToken(request: Request, stored: string | undefined): string | undefined {
  const token = unmaskToken(sentToken(request) ?? "");
  const isEqual = token !== undefined && stored !== undefined && equalsInConstantTime(token, stored);
  return isEqual ? stored : undefined;
}

/** The masked token in a field of the form, or in a script's header. */
function sentToken(request: Request): string | undefined {
  const body = request.body as Record<string, unknown> | undefined;
  const sent = body?.[CSRF_FIELD] ?? request.headers["x-csrf-token"];
  return typeof sent === "string" ? sent : undefined;
}
