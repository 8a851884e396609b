import { organisationSwitchOf } from "./responses/organisation-switch.js";
import type { Request, Response } from "express";
import { AccountInactive } from "../../auth/browser-sign-in.js";
import { WEB_GUARD } from "../../auth/guards.js";
import { STREAMED_FIELD } from "../../contract/uploads.js";
import { chain, type ExpressStage, run } from "../../http/stage.js";
import { toApi } from "../../http/envelope.js";
import { localsOf } from "../../http/locals.js";
import { announceRejection } from "../../http/rate-limit.js";
import {
  CredentialsRejected,
  PermissionMissing,
  RowNotFound,
  TooManyAttempts,
  ValidationFailed,
} from "../../lib/failures.js";
import { rejectDenied } from "./session/ensure-active.js";
import { WebCall } from "./call.js";
import { sendDownload } from "../../http/download.js";
import { setRetryAfter, webErrorOf } from "./responses/errors.js";
import { FlashMessages } from "./session/flash.js";
import { GUARDS, type GuardName } from "./guards.js";
import type { LimiterName, Limits } from "./limits.js";
import { preferencesOf } from "./preferences.js";
import type { WebResult } from "./responses/web-result.js";
import { findHints } from "./request-hints.js";
import { sendServedFile } from "./assets/served-file.js";
import type { Guarded, Route } from "./table.js";
import { readUpload, removeRejectedUpload } from "./upload.js";
import type { WebParts } from "./parts.js";

/** Of a file whose address has its version. */
const IMMUTABLE = "private, max-age=31536000, immutable";

/**
 * Handles one route: `sk.active` → form of another site → upload → CSRF → its guards in their order → handler → answer. The session has been
 * read before.
 */
export function routeHandler(parts: WebParts, route: Route): ExpressStage {
  const { services, pages, csrf } = parts;
  const flashes = new FlashMessages(services);
  const protect = chain([
    ...(route.upload === undefined ? [] : [readUpload(services, route.upload)]),
    csrf.protect,
  ]);
  const guards = route.guards.map((guard) => guardOf(parts.limits, guard));
  // a large file is stored for those only who can do something with it
  const guardsFirst = route.upload === STREAMED_FIELD;
  const admit = async (call: WebCall, request: Request, response: Response): Promise<WebResult> => {
    const elsewhere = route.fromElsewhere?.(call) ?? null;
    if (elsewhere) return elsewhere;
    // a GET has neither a form nor a file
    if (!call.isRead && !guardsFirst) await run(protect, request, response);
    for (const guard of guards) {
      const result = await guard(call, request, response);
      if (result) return result;
    }
    if (guardsFirst) await run(protect, request, response);
    return route.handler(call);
  };

  const sendPage = async (
    call: WebCall,
    result: Extract<WebResult, { kind: "page" }>,
    request: Request,
    response: Response,
  ): Promise<void> => {
    const organisations = await organisationSwitchOf(call, request.path);
    pages.send(call, request, response, { ...result, organisations }, flashes.take(call));
  };

  const answer = (
    call: WebCall,
    result: WebResult,
    request: Request,
    response: Response,
  ): void | Promise<void> => {
    switch (result.kind) {
      case "page":
        return sendPage(call, result, request, response);
      case "redirect":
        if (result.flash) flashes.keep(call, result.flash);
        // 303 makes the next request a GET
        return response.redirect(call.isRead ? 302 : 303, result.to);
      case "away":
        // exactly as registered, because express would rewrite it
        response.set({ Location: result.to, "Referrer-Policy": "no-referrer" });
        return void response.status(call.isRead ? 302 : 303).end();
      case "content":
        return void response.set(result.headers).type(result.type).send(result.body);
      case "envelope":
        return void response.status(result.status).json(toApi(result, localsOf(response).traceId));
      case "file":
        if (result.isImmutable) response.set("Cache-Control", IMMUTABLE);
        else response.vary("Cookie");
        return sendServedFile(result.file, request, response);
      case "package":
        response.set("Cache-Control", IMMUTABLE);
        request.url = `/${result.file}`; // as below the path that the handlers would be mounted on
        return run(chain(result.handlers), request, response).then(() => {
          throw new RowNotFound();
        });
      case "download":
        return sendDownload(response, result);
    }
  };

  return async (request, response) => {
    const call = await callOf(parts, request, response);
    const denied = await rejectDenied(parts, request, response);
    if (denied) return answer(call, denied, request, response);
    try {
      await answer(call, await admit(call, request, response), request, response);
    } catch (error) {
      await removeRejectedUpload(services, request);
      if (response.headersSent) throw error;
      await answer(call, await formAgain(route, call, response, error), request, response);
    }
  };
}

/** The call of a request whose session has been read. */
export async function callOf(parts: WebParts, request: Request, response: Response): Promise<WebCall> {
  const { services, oauth, contracts, guards, cookies } = parts;
  const settings = await services.settings.read();
  const authenticated = guards.isDeclared(WEB_GUARD) ? await guards.resolve(WEB_GUARD, request) : null;
  if (authenticated) localsOf(response).authenticated = authenticated;
  const own = {
    locale: settings.get("general.locale"),
    timezone: settings.get("general.timezone"),
    requested: authenticated ? [] : (await findHints(services, request.url)).locales,
  };
  const preferences = preferencesOf(request, cookies, own, authenticated?.account);
  return new WebCall(
    { services, oauth, contracts, settings, preferences, cookies },
    request,
    response,
    authenticated,
  );
}

type RouteGuard = (
  call: WebCall,
  request: Request,
  response: Response,
) => Promise<WebResult | null> | WebResult | null;

/** A guard of the table as a function. It can answer instead of the handler. */
function guardOf(limits: Limits, guard: Guarded): RouteGuard {
  const [kind, name] = guard.split(/:(.*)/s) as [string, string];
  if (kind === "throttle")
    return async (call, request, response) => {
      for (const limiter of limits[name as LimiterName](call.settings, request))
        await run(limiter, request, response);
      return null;
    };
  if (kind === "can")
    return (call) => {
      if (!call.actor.can(name)) throw new PermissionMissing(name);
      return null;
    };
  return GUARDS[guard as GuardName];
}

/** Shows a rejected form again, with its errors and the entered values. @throws all other errors */
async function formAgain(
  route: Route,
  call: WebCall,
  response: Response,
  error: unknown,
): Promise<WebResult> {
  const rejected =
    error instanceof ValidationFailed ||
    error instanceof CredentialsRejected ||
    error instanceof TooManyAttempts;
  if (!route.form || !rejected) throw error;
  const { status, sentence, retryAfterMs } = webErrorOf(error);
  const fields = error instanceof ValidationFailed ? error.fields : {};
  call.rejection = {
    route: route.name,
    sentence: error instanceof ValidationFailed ? null : sentence,
    fields,
    ...(error instanceof AccountInactive && { denial: error.denial }),
  };
  setRetryAfter(response, retryAfterMs);
  announceRejection(response, error);
  const result = await route.form(call);
  return result.kind === "page" ? { ...result, options: { ...result.options, status } } : result;
}
