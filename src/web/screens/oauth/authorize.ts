import { leadsToDevice } from "../../../domain/oauth/clients/redirect-uris.js";
import type { AuthorizationVerdict } from "../../../oauth/authorization.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import type { SettledRequest } from "../../../oauth/organisation-choice.js";
import { sealConsent, takeDecision } from "../../server/session/consent.js";
import { path } from "../../server/addresses.js";
import { nextFor } from "../../server/session/continuing.js";
import { answerClient } from "../../server/responses/client-answer.js";
import { page, redirect, type WebResult } from "../../server/responses/web-result.js";
import { presentClient, presentOrigin } from "./client-view.js";
import { allowRequest, beforeConsent, isStale } from "./openid.js";
import { presentOrganisation, settleOrganisation, type Question } from "./organisation-choice.js";
import { CARD, consentExpired, untrustedPage, permissionCheck, presentAccess } from "./presenting.js";

/** Shows the consent screen. A GET issues a code only for a request with `prompt=none` that the user has granted before. */
export const showAuthorize: WebHandler = async (call) => {
  const { authorization } = call.oauth!;
  const verdict = await authorization.validate(call.queryString, permissionCheck(call), call.origin.ip);
  if (verdict.kind !== "valid") return answerInvalid(verdict);
  const { settled: request, instead } = await settleOrganisation(call, verdict.request);
  if (!request) return instead;
  const answered = await beforeConsent(call, request);
  if (answered) return answered;
  const granted = await authorization.isGrantedAlready(request, call.actor.id);
  const view = granted ? "oauth/go-on" : "oauth/consent";
  const { protocol, host } = new URL(request.redirectUri);
  const data = {
    ...presentClient(request.client),
    origin: await presentOrigin(call.services, request.client, request.redirectUri),
    host: host || protocol.slice(0, -1),
    isLocal: leadsToDevice(request.redirectUri),
    ...presentAccess(call, { ...request, scopes: request.disclosed }),
    organisation: presentOrganisation(call, request),
    consent: sealConsent(call, "authorization", questionOf(call.queryString, request)),
    here: await nextFor(call, call.address),
  };
  const title = granted ? "oauth.go_on.title" : "oauth.consent.title";
  return page(view, title, data, CARD);
};

/**
 * Leads an authorization request that a client sent as a form to the page (OpenID Connect Core, section 3.1.2.1), because the
 * form comes from another site and so without the session's cookie. Null for the answer of the page.
 */
export const forwardAuthorize = ({ form }: WebCall): WebResult | null => {
  const isRequest = form.list("client_id").length > 0 && !form.has("consent");
  return isRequest ? redirect(`${path("oauth.authorize")}?${form.query}`) : null;
};

export const submitAuthorize: WebHandler = async (call) => {
  const decided = await takeDecision<Question>(call, "authorization");
  if (!decided) return consentExpired();
  // validated again, because the client or a permission may be gone
  const verdict = await call.oauth!.authorization.validate(
    decided.subject.query,
    permissionCheck(call),
    call.origin.ip,
  );
  if (verdict.kind !== "valid") return answerInvalid(verdict);
  const { authorization } = call.oauth!;
  if (decided.decision === "deny") return answerClient(await authorization.deny(call, verdict.request));
  const { settled, instead } = await settleOrganisation(call, verdict.request, decided.subject.query);
  return settled ? allow(call, settled, decided.subject) : instead;
};

async function allow(call: WebCall, request: SettledRequest, subject: Question): Promise<WebResult> {
  if (questionOf(subject.query, request).shown !== subject.shown) return consentExpired();
  // the page was open for longer than max_age, so the user is asked again
  if (isStale(call, request, subject.query)) return redirect(`${path("oauth.authorize")}?${subject.query}`);
  return allowRequest(call, request);
}

const answerInvalid = (verdict: Exclude<AuthorizationVerdict, { kind: "valid" }>): WebResult =>
  verdict.kind === "rejected" ? answerClient(verdict.answer) : untrustedPage(verdict.what);

/** What is displayed, so that a changed request can't be granted. */
const questionOf = (query: string, request: SettledRequest): Question => ({
  query,
  shown: [
    ...[request.redirectUri, ...(request.resources ?? []), ...request.disclosed],
    ...(request.actingFor ? [request.actingFor.id] : []),
  ].join(" "),
});
