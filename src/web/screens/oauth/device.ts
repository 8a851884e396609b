import {
  decideDeviceRequest,
  findDeviceRequest,
  type DeviceRequest,
} from "../../../domain/oauth/grants/device-codes.js";
import { ProtocolError } from "../../../domain/oauth/protocol-error.js";
import { needsOrganisation } from "../../../domain/oauth/tokens/scopes.js";
import { actingForAll, type ActingForOwn } from "../../../models/organisations/organisation-tokens.js";
import { logClient } from "../../../lib/telemetry/current-trace.js";
import { ValidationFailed } from "../../../lib/failures.js";
import { text } from "../../../texts/translate.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { sealConsent, takeDecision, type Decision } from "../../server/session/consent.js";
import { page, type WebResult } from "../../server/responses/web-result.js";
import { presentClient } from "./client-view.js";
import { proofOf } from "./openid.js";
import { presentChoice } from "./organisation-choice.js";
import { CARD, consentExpired, permissionCheck, presentAccess, resultPage } from "./presenting.js";

/** The request as the user saw it. */
type Question = Pick<DeviceRequest, "id" | "userCode" | "scopes">;

const MAX_TYPED = 32;

/** A code in the address (RFC 8628, section 3.3.1) fills in the field; the user still submits it. */
export const showDevice: WebHandler = (call) => {
  const typed = call.form.text("user_code") || (call.query("user_code") ?? "");
  return page("oauth/device", "oauth.device.title", { typed: typed.slice(0, MAX_TYPED) }, CARD);
};

/** Two steps: first the code, then the decision. */
export const submitDevice: WebHandler = async (call) => {
  if (call.form.has("consent")) return submitDecision(call);
  const found = await findGrantable(call, call.form.text("user_code"));
  if (!found) throw new ValidationFailed({ user_code: [text("oauth.device.unknown")] });
  return ask(call, found);
};

/** A request whose scopes are useful to the user. The others are separate and aren't granted. */
interface GrantableRequest extends DeviceRequest {
  unusable: string[];
  /** The user's organisations, if it needs one. */
  organisations: ActingForOwn[];
}

async function findGrantable(call: WebCall, userCode: string): Promise<GrantableRequest | null> {
  const found = await findDeviceRequest(call.services.knex, userCode);
  if (!found) return null;
  logClient(found.client.id);
  const { services, actor } = call;
  const organisations = needsOrganisation(found.scopes) ? await actingForAll(services.knex, actor.id) : [];
  const scopes = call
    .oauth!.scopeMeanings.grantable(found.scopes, permissionCheck(call))
    .filter((scope) => organisations.length > 0 || !needsOrganisation([scope]));
  const unusable = found.scopes.filter((scope) => !scopes.includes(scope));
  return { ...found, scopes, unusable, organisations };
}

function ask(call: WebCall, request: GrantableRequest): WebResult {
  const { id, userCode, client, scopes, organisations } = request;
  const actingFor = organisations.length === 1 ? organisations[0]! : null;
  const question: Question = { id, userCode, scopes };
  const data = {
    ...presentClient(client),
    userCode,
    ...presentAccess(call, { ...request, actingFor }),
    organisations: organisations.map((one) => presentChoice(call, one)),
    consent: sealConsent(call, "device", question),
    here: path("oauth.device", { user_code: userCode }),
  };
  return page("oauth/device-confirm", "oauth.device.title", data, CARD);
}

async function submitDecision(call: WebCall): Promise<WebResult> {
  const decided = await takeDecision<Question>(call, "device");
  if (!decided) return consentExpired();
  const { subject, decision } = decided;
  const found = await findGrantable(call, subject.userCode);
  const request = found && withOrganisation(call, found);
  if (!request || !isAsShown(request, subject) || !(await wasAccepted(call, request, decision)))
    return resultPage("oauth.device.late.title", "oauth.device.late", { icon: "alert", status: 409 });
  return decision === "allow"
    ? resultPage("oauth.device.done.title", "oauth.device.done", { icon: "check" })
    : resultPage("oauth.device.denied.title", "oauth.device.denied", { icon: "info" });
}

/** The request for the chosen organisation, or for the only one; null for one that isn't the user's. */
function withOrganisation(call: WebCall, request: GrantableRequest): DeviceRequest | null {
  const { organisations } = request;
  if (organisations.length === 0) return request;
  const sent = call.form.text("organisation");
  const chosen = organisations.find(({ id }) => id === sent || organisations.length === 1);
  return chosen ? { ...request, organisationId: chosen.id } : null;
}

/** Rejects a request that has changed since it was displayed. */
const isAsShown = (request: DeviceRequest, { id, scopes }: Question): boolean =>
  request.id === id && request.scopes.join(" ") === scopes.join(" ");

/** Whether the decision was accepted. */
async function wasAccepted(call: WebCall, request: DeviceRequest, decision: Decision): Promise<boolean> {
  try {
    return await decideDeviceRequest(call, request, decision === "allow" ? proofOf(call) : null);
  } catch (error) {
    // the client was deleted in the meantime
    if (error instanceof ProtocolError) return false;
    throw error;
  }
}
