import {
  addDomain,
  changeJoining,
  listDomains,
  removeDomain,
  txtRecordOf,
  verifyDomain,
} from "../../../domain/organisations/domains.js";
import { MAILBOXES, sendDomainCode } from "../../../domain/organisations/domain-codes.js";
import { now } from "../../../lib/clock.js";
import { getOrganisation } from "../../../domain/organisations/organisations.js";
import { ValidationFailed } from "../../../lib/failures.js";
import { MAX_DOMAIN } from "../../../models/organisations/domains.js";
import { JOINING } from "../../../models/organisations/join-requests.js";
import { text } from "../../../texts/translate.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { mailed, page, redirect, success, type WebResult } from "../../server/responses/web-result.js";
import { organisationHead } from "./tabs.js";

/** @throws ActionForbidden without the right */
export const showDomains: WebHandler = (call) => domainsPage(call);

async function domainsPage(call: WebCall, status = 200): Promise<WebResult> {
  const seen = await getOrganisation(call, call.params["organisation"]!);
  const { organisation } = seen;
  const domains = await listDomains(call, organisation.id);
  const data = {
    head: organisationHead(call, seen, "organisations.domains.index"),
    organisation: { name: organisation.name, slug: organisation.slug },
    domains: domains.map((domain) => ({
      domain: domain.domain,
      record: txtRecordOf(domain),
      verifiedAt: domain.verified_at,
      joining: domain.joining,
      takesCode: (domain.code_expires_at ?? 0) > now(),
    })),
    joining: JOINING,
    mailboxes: MAILBOXES,
    limits: { domain: MAX_DOMAIN },
  };
  return page("organisations/domains", "organisations.domains.title", data, { status });
}

const placeOf = ({ params }: WebCall): string =>
  path("organisations.domains.index", { organisation: params["organisation"]! });

export const submitDomain: WebHandler = async (call) => {
  const { domain } = await addDomain(call, call.params["organisation"]!, call.form.text("domain"));
  return redirect(placeOf(call), success("organisations.domains.added", { domain }));
};

export const submitDomainVerification: WebHandler = async (call) => {
  const { params } = call;
  try {
    const code = call.form.has("code") ? call.form.text("code") : undefined;
    const { domain } = await verifyDomain(call, params["organisation"]!, params["domain"]!, code);
    return redirect(placeOf(call), success("organisations.domains.verified", { domain }));
  } catch (error) {
    // the button has no field for the domain, and the page has a code for each
    const fields = error instanceof ValidationFailed ? error.fields : {};
    const sentence = fields["domain"]?.[0] ?? fields["code"]?.[0];
    if (sentence === undefined) throw error;
    call.rejection = { route: "organisations.domains.verify", sentence, fields: {} };
    return domainsPage(call, 422);
  }
};

export const submitDomainRemoval: WebHandler = async (call) => {
  const { params } = call;
  const { domain } = await removeDomain(call, params["organisation"]!, params["domain"]!);
  return redirect(placeOf(call), success("organisations.domains.removed", { domain }));
};

export const submitJoining: WebHandler = async (call) => {
  const { params, form } = call;
  const joining = JOINING.find((choice) => choice === form.text("joining"));
  if (!joining) throw new ValidationFailed({ joining: [text("validation.choice")] });
  await changeJoining(call, params["organisation"]!, params["domain"]!, joining);
  return redirect(placeOf(call), success("form.saved"));
};

export const submitDomainCode: WebHandler = async (call) => {
  const { params, form } = call;
  const mailbox = MAILBOXES.find((choice) => choice === form.text("mailbox"));
  if (!mailbox) throw new ValidationFailed({ mailbox: [text("validation.choice")] });
  const { domain } = await sendDomainCode(call, params["organisation"]!, params["domain"]!, mailbox);
  return redirect(placeOf(call), mailed("organisations.domains.sent", { address: `${mailbox}@${domain}` }));
};
