import type { Request, Response } from "express";
import { closeSession } from "../../../domain/sessions/sessions.js";
import { path } from "../addresses.js";
import { AccountDenied, wantsJson } from "../responses/errors.js";
import { redirect, type WebResult } from "../responses/web-result.js";
import type { WebParts } from "../parts.js";
import { WebSession } from "./session.js";

/**
 * `sk.active` for pages (docs/requirements.md, "Denied accounts"): ends the session with its CSRF token and redirects
 * to the sign-in page with the sign-in's message. A credential that can't be ended, a script, and an application
 * without a sign-in page get a plain 403, because a redirect would loop.
 * @returns null when the request can continue. @throws AccountDenied
 */
export async function rejectDenied(
  { services, cookies, guards, ensureUserIsActive, hasSignInPage }: WebParts,
  request: Request,
  response: Response,
): Promise<WebResult | null> {
  const guard = await ensureUserIsActive.findDenied(request);
  if (guard === null) return null;
  const { signedIn } = request.session;
  if (signedIn && guards.isStateful(guard)) {
    await closeSession(services, signedIn.id);
    new WebSession(request, response, cookies).clear();
    if (!wantsJson(request) && hasSignInPage)
      return redirect(path("login"), { kind: "danger", key: "sk-auth.inactive" });
  }
  throw new AccountDenied();
}
