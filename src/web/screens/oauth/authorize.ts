import { ProtocolError } from "../../../domain/oauth/protocol-error.js";
import type { AuthorizationRequest, Distrust, Judgement } from "../../../oauth/authorization.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { sealConsent, takeAnswer, type Answer } from "./consent.js";
import { page, redirectToClient, type WebReply } from "../../server/reply.js";
import { CARD, consentExpired, holdsOf, outcome, presentScopes } from "./presenting.js";

/** What somebody was asked: the query that asks, and what the screen made of it. */
interface Question {
  query: string;
  shown: string;
}

/** Asks; a GET never gives out a code. */
export const showAuthorize: WebHandler = async (call) => {
  const { authorization } = call.oauth!;
  const judgement = await authorization.judge(call.queryString, holdsOf(call));
  if (judgement.kind !== "asked") return unasked(judgement);
  const { request } = judgement;
  const granted = await authorization.isGrantedAlready(request, call.actor.id);
  const view = granted ? "oauth/go-on" : "oauth/consent";
  const { hostname, host } = new URL(request.redirectUri);
  const data = {
    name: request.client.name,
    host,
    isLocal: isLoopback(hostname),
    may: presentScopes(call, request.scopes),
    consent: sealConsent(call, "authorization", questionOf(call.queryString, request)),
    here: call.address,
  };
  const title = granted ? "oauth.go_on.title" : "oauth.consent.title";
  return page(view, title, data, { ...CARD, leadsTo: request.redirectUri });
};

export const submitAuthorize: WebHandler = async (call) => {
  const answer = await takeAnswer<Question>(call, "authorization");
  if (!answer) return consentExpired();
  // once more: the client may be gone, or a permission
  const judgement = await call.oauth!.authorization.judge(answer.subject.query, holdsOf(call));
  if (judgement.kind !== "asked") return unasked(judgement);
  return decide(call, judgement.request, answer);
};

async function decide(
  call: WebCall,
  request: AuthorizationRequest,
  { decision, subject }: Answer<Question>,
): Promise<WebReply> {
  const { authorization } = call.oauth!;
  if (questionOf(subject.query, request).shown !== subject.shown) return consentExpired();
  if (decision === "deny") return redirectToClient(await authorization.deny(call, request));
  try {
    return redirectToClient(await authorization.allow(call, request));
  } catch (error) {
    // deleted at this very moment
    if (error instanceof ProtocolError) return distrusted("client");
    throw error;
  }
}

const unasked = (judgement: Exclude<Judgement, { kind: "asked" }>): WebReply =>
  judgement.kind === "refused" ? redirectToClient(judgement.to) : distrusted(judgement.what);

const distrusted = (what: Distrust): WebReply =>
  outcome("oauth.distrusted.title", `oauth.distrusted.${what}`, { icon: "warning", status: 400 });

/** Where it goes back to and what it may do are judged anew: nobody allows more than the screen said. */
const questionOf = (query: string, { redirectUri, scopes }: AuthorizationRequest): Question => ({
  query,
  shown: [redirectUri, ...scopes].join(" "),
});

const isLoopback = (hostname: string): boolean => ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
