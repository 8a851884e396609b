import { clientIdOf } from "../../../domain/oauth/clients/client-ids.js";
import { ProtocolError, type ProtocolErrorCode } from "../../../domain/oauth/protocol-error.js";
import { now } from "../../../lib/clock.js";
import type { Proof } from "../../../domain/oauth/grants/logins.js";
import { MembershipEnded, PushedRequestUsed } from "../../../oauth/authorization.js";
import type { AuthorizationRequest } from "../../../oauth/authorization.js";
import type { SettledRequest } from "../../../oauth/organisation-choice.js";
import { acrOf, readIdTokenHint } from "../../../oauth/openid/id-token.js";
import type { OpenidRequest } from "../../../oauth/openid/openid-request.js";
import { subjectOf } from "../../../domain/oauth/openid/subjects.js";
import { path } from "../../server/addresses.js";
import type { WebCall } from "../../server/call.js";
import { nextFor } from "../../server/session/continuing.js";
import { answerClient } from "../../server/responses/client-answer.js";
import { redirect, type WebResult } from "../../server/responses/web-result.js";
import { untrustedPage } from "./presenting.js";
import { addressAfterProof, hasProved } from "../../server/session/sign-in-proof.js";

/** When the user last proved who they are, in milliseconds since the epoch. */
const authenticatedAt = ({ session }: WebCall): number =>
  Math.max(session.current!.createdAt, session.current!.confirmedAt);

/** How and when the user of the session last proved who they are. */
export const proofOf = (call: WebCall): Proof => ({
  authenticatedAt: authenticatedAt(call),
  method: call.session.current!.method ?? null,
});

/** Grants the request. @returns the answer to the client, or the page that says what was gone in the meantime */
export async function allowRequest(call: WebCall, request: SettledRequest): Promise<WebResult> {
  try {
    return answerClient(await call.oauth!.authorization.allow(call, request, proofOf(call)));
  } catch (error) {
    if (error instanceof MembershipEnded)
      return answerClient(call.oauth!.authorization.rejection(request, error));
    if (error instanceof PushedRequestUsed) return untrustedPage("request_uri");
    if (error instanceof ProtocolError) return untrustedPage("client");
    throw error;
  }
}

/**
 * What OpenID Connect asks for before the consent page (Core, section 3.1.2.1): an answer without a page, or a user who
 * proves again who they are. Null to go on.
 */
export async function beforeConsent(call: WebCall, request: SettledRequest): Promise<WebResult | null> {
  const { openid, client } = request;
  if (!openid) return null;
  const { authorization } = call.oauth!;
  const reject = (code: ProtocolErrorCode, description: string): WebResult =>
    answerClient(authorization.rejection(request, new ProtocolError(code, description)));

  const { idTokenHint } = openid;
  const hint =
    idTokenHint === null ? null : await readIdTokenHint(call.services, idTokenHint, clientIdOf(client));
  const subject = subjectOf(client, call.actor.id);
  const isOther = openid.subject !== null && openid.subject !== subject;
  if (isOther || (idTokenHint !== null && hint?.subject !== subject))
    return reject("login_required", "Another user is signed in.");
  if (openid.prompts.has("none")) {
    if (isStale(call, request, call.queryString)) return reject("login_required", "The user must sign in.");
    if (!hasAcr(call, openid)) return reject("unmet_authentication_requirements", WRONG_ACR);
    if (!(await authorization.isGrantedAlready(request, call.actor.id)))
      return reject("consent_required", "The user must consent.");
    return allowRequest(call, request);
  }
  if (isStale(call, request, call.queryString))
    return redirect(path("password.confirm", { next: await nextFor(call, addressAfterProof(call)) }));
  return hasAcr(call, openid) ? null : reject("unmet_authentication_requirements", WRONG_ACR);
}

const WRONG_ACR = "The user didn't sign in with an acr that the request requires.";

const hasAcr = (call: WebCall, { acr }: OpenidRequest): boolean =>
  acr === null || acr.includes(acrOf(call.session.current!.method ?? null) ?? "");

/** Whether the user must prove again who they are: for `prompt=login`, or after more than `max_age`. */
export function isStale(call: WebCall, { openid }: AuthorizationRequest, query: string): boolean {
  if (!openid) return false;
  const { prompts, maxAgeMs } = openid;
  const isTooOld = maxAgeMs !== null && now() - authenticatedAt(call) > maxAgeMs;
  return (prompts.has("login") || isTooOld) && !hasProved(call, query);
}
