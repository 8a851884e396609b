import type { Request, RequestHandler, Response } from "express";
import { WEB_GUARD } from "../../auth/guards.js";
import { chain, type ExpressStage, toMiddleware, toStage } from "../../http/stage.js";
import { RouteLookup } from "../../http/route-lookup.js";
import { localsOf } from "../../http/locals.js";
import { isAmbiguous, rejectMalformedUrls } from "../../http/urls.js";
import { RequestAborted } from "../../lib/failures.js";
import { isStepOfAuthorization } from "./session/authorization-steps.js";
import { AppIcons } from "./assets/app-icons.js";
import { serveAvatars } from "./assets/avatars.js";
import { serveBranding } from "./assets/branding.js";
import { readForm } from "./body.js";
import { Cookies, readCookies } from "./session/cookies.js";
import { csrfProtection } from "./session/csrf.js";
import { answerInFrame } from "./responses/error-page.js";
import {
  reportError,
  secondsOf,
  sendErrorAsJson,
  WebException,
  webErrorOf,
  wantsJson,
} from "./responses/errors.js";
import { PageHeaders } from "./responses/headers.js";
import { LIMITER_NAMES, webLimits } from "./limits.js";
import { Pages } from "./responses/page.js";
import { preferencesOf } from "./preferences.js";
import type { WebParts } from "./parts.js";
import { hintsIn } from "./request-hints.js";
import { routeHandler } from "./route-handler.js";
import { keepChangedSession, readSession } from "./session/session.js";
import { assertRoutes, type Route } from "./table.js";

export interface WebSurface {
  /** Serves style sheets, scripts, avatars, logos and icons. */
  assets: RequestHandler;
  /** Serves the requests that no other surface can serve: reads of a page, without a token. */
  reads: RequestHandler;
  /** Serves every page and form and answers 404 for all else, so it must be mounted last. */
  pages: RequestHandler;
}

/** The routes of the table, each behind the group `web` and its own guards. @throws RangeError, ConfigurationError */
export function webSurface(
  product: Pick<WebParts, "services" | "guards" | "ensureUserIsActive" | "oauth" | "contracts">,
  routes: readonly Route[],
): WebSurface {
  const { services, guards, oauth } = product;
  assertRoutes(routes, LIMITER_NAMES);
  const cookies = new Cookies(services.config.env.APP_URL);
  const csrf = csrfProtection(services, cookies);
  const headers = new PageHeaders(services.config);
  const pages = new Pages(csrf, headers);
  const limits = webLimits(services, cookies);
  const hasSignInPage = routes.some(({ name }) => name === "login");
  const parts: WebParts = { ...product, hasSignInPage, cookies, csrf, limits, pages };
  const session = readSession(services, cookies);

  const lookup = new RouteLookup<{ name: string; handle: ExpressStage }>();
  // a missing feature is 404 for everyone, whatever other guards the route has
  const present = guards.isDeclared(WEB_GUARD)
    ? routes.filter(({ guards: asked }) => oauth !== null || !asked.includes("feature:oauth"))
    : []; // no screens
  for (const route of present)
    lookup.add(route.method, route.path, { name: route.name, handle: routeHandler(parts, route) });

  const serve = async (
    stages: readonly ExpressStage[],
    request: Request,
    response: Response,
  ): Promise<void> => {
    for (const stage of stages) {
      const waiting = stage(request, response);
      if (waiting) await waiting;
    }
    const found = lookup.find(request.method, request.path);
    if (!found) throw rejectionOf(lookup.allowedOn(request.path));
    request.params = found.params;
    localsOf(response).routeName = found.target.name;
    if (isStepOfAuthorization(found.target.name)) headers.setForStep(response);
    await session(request, response);
    await found.target.handle(request, response);
  };
  const toRead = [headers.set, readCookies];
  const toSubmit = [...toRead, rejectMalformedUrls, ...readForm.map(toStage)];
  const surface =
    (stages: readonly ExpressStage[]): RequestHandler =>
    (request, response, next) => {
      serve(stages, request, response).catch((error: unknown) => {
        if (error instanceof RequestAborted) return;
        if (response.headersSent) return next(error);
        // the error page itself can fail
        afterBody(request, () => void answerError(parts, session, request, response, error).catch(next));
      });
    };
  const [read, submit] = [surface(toRead), surface(toSubmit)];
  return {
    reads: (request, response, next) => {
      if (isPlainRead(request) && lookup.find(request.method, request.path)) read(request, response, next);
      else next();
    },
    assets: chain([
      toMiddleware(headers.set),
      pages.assets.serve,
      serveAvatars(services),
      serveBranding(services),
      new AppIcons(services).serve,
    ]),
    pages: submit,
  };
}

/** Whether the request has nothing but its address and cookies: no form, no token, no encoded characters. */
const isPlainRead = (request: Request): boolean =>
  (request.method === "GET" || request.method === "HEAD") &&
  !isAmbiguous(request) &&
  !request.url.includes("%") &&
  ["authorization", "content-length", "transfer-encoding"].every((name) => !(name in request.headers));

/** 405 for another method of a known path, else 404. */
const rejectionOf = (allowed: readonly string[]): WebException =>
  allowed.length === 0
    ? new WebException(404, "not_found")
    : new WebException(405, "method_not_allowed", { Allow: allowed.join(", ") });

/**
 * The page of an error. Unless it keeps the user's menu, it uses neither session nor database, because they may have
 * caused the error.
 */
async function answerError(
  parts: WebParts,
  session: ExpressStage,
  request: Request,
  response: Response,
  cause: unknown,
): Promise<void> {
  const { services, cookies, pages } = parts;
  const error = webErrorOf(cause);
  reportError(services, response, error, cause);
  const asJson = wantsJson(request);
  request.cookies ??= {};
  if (!asJson && (await answerInFrame(parts, session, request, response, { error, cause }))) return;
  keepChangedSession(request);
  if (asJson) sendErrorAsJson(response, error, cause);
  else {
    const profile = localsOf(response).authenticated?.account;
    const preferences = preferencesOf(request, cookies, ownPreferences(request), profile);
    const { status, sentence, retryAfterMs } = error;
    const debug = status >= 500 && services.config.env.APP_DEBUG && cause instanceof Error;
    pages.sendError(request, response, preferences, {
      status,
      sentence,
      retrySeconds: retryAfterMs === null ? null : secondsOf(retryAfterMs),
      canSignIn: parts.hasSignInPage && !profile && (status === 403 || status === 404),
      details: debug ? (cause.stack ?? cause.message) : null,
    });
  }
}

/** The language and the timezone of an error page, without the settings. */
const ownPreferences = ({ url }: Request) => ({
  locale: "en",
  timezone: "UTC",
  requested: hintsIn(url).locales,
});

/**
 * Reads the rest of the request, because a client that is still sending doesn't read the answer. The server's limit
 * for a request applies.
 */
function afterBody(request: Request, answer: () => void): void {
  const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
  if (request.complete || request.readableEnded || (length === "0" && encoding === undefined))
    return answer();
  request.once("close", answer).resume();
}
