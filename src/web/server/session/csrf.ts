import type { Request, RequestHandler } from "express";
import { doubleCsrf } from "csrf-csrf";
import type { Services } from "../../../domain/services.js";
import type { Cookies } from "./cookies.js";

const CSRF_FIELD = "_csrf";

/** The form comes from another site, or its page is too old. */
export class PageExpired extends Error {}

/** Whether a request was rejected for its token, here or by the session. */
export const isPageExpired = (error: unknown): boolean =>
  error instanceof PageExpired || (error as { code?: unknown }).code === "EBADCSRFTOKEN";

export interface Csrf {
  /** Rejects every method but GET and HEAD without the browser's token. */
  protect: RequestHandler;
  /** The token for the forms of the page in the answer. */
  tokenFor(request: Request): string;
}

/**
 * A signed cookie must match the field (double submit). It is bound to the session, so a token from before a sign-in or
 * sign-out is rejected; a session keeps its public id when its password is confirmed, and so its open forms stay valid.
 */
export function csrfProtection(services: Services, cookies: Cookies): Csrf {
  const secrets = services.encryption.deriveAll("csrf-cookie").map((key) => key.toString("base64"));
  const { doubleCsrfProtection, generateCsrfToken } = doubleCsrf({
    getSecret: () => secrets,
    getSessionIdentifier: (request) => request.session?.signedIn?.publicId ?? "guest",
    cookieName: cookies.nameOf("csrf"),
    cookieOptions: cookies.options(),
    ignoredMethods: ["GET", "HEAD"],
    getCsrfTokenFromRequest: sentToken,
  });
  return {
    protect: doubleCsrfProtection,
    tokenFor: (request) => generateCsrfToken(request, request.res!),
  };
}

/** The token in a field of the form, or in a script's header. */
function sentToken(request: Request): string | undefined {
  const body = request.body as Record<string, unknown> | undefined;
  const sent = body?.[CSRF_FIELD] ?? request.headers["x-csrf-token"];
  return typeof sent === "string" ? sent : undefined;
}
