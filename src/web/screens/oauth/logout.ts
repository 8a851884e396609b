import { signOut } from "../../../domain/sessions/sessions.js";
import { MINUTE, now } from "../../../lib/clock.js";
import { Signer } from "../../../lib/signatures.js";
import { readLogoutRequest, type LogoutRequest } from "../../../oauth/openid/logout.js";
import { sidOf, subjectOf } from "../../../domain/oauth/openid/subjects.js";
import { path } from "../../server/addresses.js";
import { nextFor } from "../../server/session/continuing.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import {
  page,
  redirect,
  redirectToClient,
  success,
  type WebResult,
} from "../../server/responses/web-result.js";
import { presentClient } from "./client-view.js";
import { CARD, consentExpired, resultPage } from "./presenting.js";

const LIFETIME = 10 * MINUTE;

/** Where the user goes after the question was answered, bound to the session. */
interface Question {
  to: string | null;
  sessionId: string;
  expiresAt: number;
}

const signerOf = ({ services }: WebCall): Signer => new Signer(services.encryption, "oauth-logout");

/**
 * Signs the user out for a client. An ID token of this session proves that the client speaks of this sign-in; without
 * one, the user is asked, so that no other page can sign them out.
 */
export const showLogout: WebHandler = async (call) => {
  const request = await readLogoutRequest(call.services, call.queryString);
  if (!request) {
    const words = call.isGuest ? "oauth.logout.wrong_guest" : "oauth.logout.wrong";
    return resultPage("oauth.logout.wrong.title", words, { icon: "warning", status: 400 });
  }
  if (call.isGuest) return leave(request.to);
  if (isOfSession(call, request)) return end(call, request.to);
  const question: Question = {
    to: request.to,
    sessionId: call.session.current!.publicId,
    expiresAt: now() + LIFETIME,
  };
  const data = {
    client: request.client && presentClient(request.client),
    question: signerOf(call).seal(question),
    here: await nextFor(call, call.address),
  };
  return page("oauth/logout", "oauth.logout.title", data, CARD);
};

/** The user's answer. Nothing happens when they stay. */
export const submitLogoutAnswer: WebHandler = async (call) => {
  const question = signerOf(call).open(call.form.text("question")) as Question | null;
  const isOwn = question?.sessionId === call.session.current!.publicId && question.expiresAt > now();
  return isOwn ? end(call, question.to) : consentExpired();
};

const isOfSession = (call: WebCall, { hint, client }: LogoutRequest): boolean =>
  hint !== null &&
  hint.subject === subjectOf(client!, call.actor.id) &&
  hint.session === sidOf(client!, call.session.current!.publicId);

async function end({ services, session, origin }: WebCall, to: string | null): Promise<WebResult> {
  await signOut(services, session.current!, origin);
  session.clear();
  return leave(to);
}

const leave = (to: string | null): WebResult =>
  to === null ? redirect(path("login"), success("login.signed_out")) : redirectToClient(to);
