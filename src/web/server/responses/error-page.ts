import type { Request, Response } from "express";
import { localsOf } from "../../../http/locals.js";
import type { ExpressStage } from "../../../http/stage.js";
import { OrganisationRuleUnmet } from "../../../domain/organisations/rules.js";
import type { MessageKey } from "../../../texts/translate.js";
import { path } from "../addresses.js";
import { PermissionMissing } from "../../../lib/failures.js";
import type { WebCall } from "../call.js";
import { AccountDenied, type WebError } from "./errors.js";
import { homeOf } from "./navigation.js";
import type { WebParts } from "../parts.js";
import { callOf } from "../route-handler.js";

/** The statuses whose pages keep the menu; the others can be caused by the session or the database. */
const WITH_MENU = [403, 404];

/**
 * Answers a 403 or 404 to a signed-in user with the menu and the next steps. A path that matches no route hasn't read
 * the session before.
 * @param readSession reads the session of the request
 * @returns whether it has answered; the plain page is for guests, denied accounts and trouble with the database
 */
export async function answerInFrame(
  parts: WebParts,
  readSession: ExpressStage,
  request: Request,
  response: Response,
  { error, cause }: { error: WebError; cause: unknown },
): Promise<boolean> {
  if (!WITH_MENU.includes(error.status) || cause instanceof AccountDenied) return false;
  try {
    const call = await callOfUser(parts, readSession, request, response);
    if (call === null) return false;
    parts.pages.send(call, request, response, errorPageFor(call, error, cause, response), null);
    return true;
  } catch (failed) {
    parts.services.outages.warn(failed, "plain error page sent", { trace_id: localsOf(response).traceId });
    return false;
  }
}

/** Null for guests and denied accounts. Without a session cookie nothing is read. */
async function callOfUser(
  parts: WebParts,
  readSession: ExpressStage,
  request: Request,
  response: Response,
): Promise<WebCall | null> {
  if (parts.cookies.read(request, "session") === undefined) return null;
  if (request.session === undefined) await readSession(request, response);
  if ((await parts.ensureUserIsActive.findDenied(request)) !== null) return null;
  const call = await callOf(parts, request, response);
  return call.isGuest ? null : call;
}

/** The next step: where the user can do what an organisation requires, or the home. */
function nextStepOf(call: WebCall, cause: unknown): { to: string; label: MessageKey } {
  if (cause instanceof OrganisationRuleUnmet && cause.rule === "session")
    return {
      to: path("password.confirm", { next: call.isRead ? call.address : undefined }),
      label: "error.confirm",
    };
  if (cause instanceof OrganisationRuleUnmet && cause.rule === "second_factor")
    return { to: path("profile"), label: "error.account" };
  const to = homeOf(call);
  return { to, label: to === path("dashboard") ? "error.dashboard" : "error.account" };
}

function errorPageFor(call: WebCall, { status, sentence }: WebError, cause: unknown, response: Response) {
  const data = {
    status,
    hint: call.t(status === 403 ? "error.403.hint" : "error.404.hint"),
    // only the permission of the page itself, which the menu and the contract name as well
    permission: cause instanceof PermissionMissing ? cause.permission : null,
    sentence: sentence === null || cause instanceof PermissionMissing ? null : call.say(sentence),
    next: nextStepOf(call, cause),
    traceId: localsOf(response).traceId,
  };
  const title = status === 403 ? ("error.403.title" as const) : ("error.404.title" as const);
  return { view: "error-in-frame", title, data, options: { status } };
}
