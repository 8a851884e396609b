import { ProtocolError } from "../../../domain/oauth/protocol-error.js";
import { MembershipEnded, type AuthorizationRequest } from "../../../oauth/authorization.js";
import { chooseOrganisation, type SettledRequest } from "../../../oauth/organisation-choice.js";
import type { ActingForOwn } from "../../../models/organisations/organisation-tokens.js";
import type { WebCall } from "../../server/call.js";
import { findUnmetRule } from "../../../domain/organisations/rules.js";
import { path } from "../../server/addresses.js";
import { sealConsent } from "../../server/session/consent.js";
import { nextFor } from "../../server/session/continuing.js";
import { CHOSEN_ORGANISATION } from "../../server/session/sign-in-proof.js";
import { answerClient } from "../../server/responses/client-answer.js";
import { page, type WebResult } from "../../server/responses/web-result.js";
import { organisationRoleLabel } from "../../words/organisation-role-label.js";
import { presentClient } from "./client-view.js";
import { CARD } from "./presenting.js";

/** The consent that the user saw: the query of the request and the displayed grant. */
export interface Question {
  query: string;
  /** Null on a page that doesn't ask for consent, and so can only be canceled. */
  shown: string | null;
}

type Settled = { settled: SettledRequest; instead?: never } | { settled?: never; instead: WebResult };

/**
 * The request with its organisation, or the answer or page that comes instead.
 * @param query of the request
 * @throws OrganisationRuleUnmet
 */
export async function settleOrganisation(
  call: WebCall,
  request: AuthorizationRequest,
  query = call.queryString,
): Promise<Settled> {
  const chosen = new URLSearchParams(query).get(CHOSEN_ORGANISATION);
  const choice = await chooseOrganisation(call.services, request, call.actor.id, chosen);
  const { authorization } = call.oauth!;
  const reject = (error: ProtocolError) => ({
    instead: answerClient(authorization.rejection(request, error)),
  });
  if (choice.kind === "foreign") return reject(new MembershipEnded());
  const isSilent = request.openid?.prompts.has("none") === true;
  if (choice.kind === "settled") {
    const { actingFor } = choice;
    const unmet = actingFor && (await findUnmetRule(call.services.knex, call.actor, actingFor.id));
    if (unmet && isSilent)
      return reject(
        new ProtocolError("interaction_required", "The user must do what the organisation requires."),
      );
    if (unmet) throw unmet;
    return { settled: { ...request, actingFor } };
  }
  if (isSilent)
    return reject(new ProtocolError("interaction_required", "The user must choose an organisation."));
  return { instead: await choicePage(call, request, choice.organisations, query) };
}

async function choicePage(
  call: WebCall,
  request: AuthorizationRequest,
  organisations: readonly ActingForOwn[],
  query: string,
): Promise<WebResult> {
  const question: Question = { query, shown: null };
  const data = {
    ...presentClient(request.client),
    organisations: organisations.map((one) => ({
      ...presentChoice(call, one),
      address: addressWith(query, one.id),
    })),
    consent: sealConsent(call, "authorization", question),
    here: await nextFor(call, addressWith(query, null)),
  };
  return page("oauth/organisation", "oauth.organisation.title", data, CARD);
}

export const presentChoice = (call: WebCall, { id, name, slug, role, role_label: label }: ActingForOwn) => ({
  ...{ id, name, slug },
  role: organisationRoleLabel(call.t, role, label),
});

/** The address of the request with this choice; null for none. */
function addressWith(query: string, chosen: string | null): string {
  const parameters = new URLSearchParams(query);
  parameters.delete(CHOSEN_ORGANISATION);
  if (chosen !== null) parameters.set(CHOSEN_ORGANISATION, chosen);
  return `${path("oauth.authorize")}?${parameters.toString()}`;
}

/** What the consent page says about the organisation; null for a request without one. */
export function presentOrganisation(call: WebCall, { actingFor, organisation }: SettledRequest) {
  if (actingFor === null) return null;
  const isChosen = call.query(CHOSEN_ORGANISATION) === actingFor.id;
  // one that the client names can't be changed
  const canChange = isChosen && (organisation!.key === null || organisation!.asksUser);
  return {
    ...presentChoice(call, actingFor),
    change: canChange ? addressWith(call.queryString, null) : null,
  };
}
