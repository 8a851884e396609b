import { sendDomainCode } from "../../../domain/organisations/domain-codes.js";
import {
  addDomain,
  changeJoining,
  listDomains,
  removeDomain,
  verifyDomain,
} from "../../../domain/organisations/domains.js";
import {
  acceptJoinRequest,
  declineJoinRequest,
  listJoinRequests,
} from "../../../domain/organisations/joining-by-domain.js";
import { pageOf } from "../../../models/lists/list-page.js";
import { ApiResponse } from "../../envelope.js";
import { respondWithList } from "../../lists.js";
import { presentDomain, presentJoinRequest } from "../../presenters/organisations.js";
import { asViewer, type HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"service/organisation-domains"> = {
  "organisations.show.domains": (call) =>
    respondWithList(
      call,
      "",
      async (request) => {
        const domains = await listDomains(asViewer(call), call.params.organisation);
        return pageOf(request, domains, ({ domain }) => domain);
      },
      presentDomain,
    ),

  "organisations.update.domains.store": async (call) =>
    ApiResponse.created(presentDomain(await addDomain(call, call.params.organisation, call.body.domain)), {}),

  "organisations.update.domains.code": async (call) => {
    const { organisation, domain } = call.params;
    return ApiResponse.ok(presentDomain(await sendDomainCode(call, organisation, domain, call.body.mailbox)));
  },

  "organisations.update.domains.verify": async (call) => {
    const { organisation, domain } = call.params;
    return ApiResponse.ok(presentDomain(await verifyDomain(call, organisation, domain, call.body?.code)));
  },

  "organisations.update.domains.update": async (call) => {
    const { organisation, domain } = call.params;
    return ApiResponse.ok(presentDomain(await changeJoining(call, organisation, domain, call.body.joining)));
  },

  "organisations.show.join-requests": (call) =>
    respondWithList(
      call,
      "-created_at",
      (request) => listJoinRequests(call, call.params.organisation, request),
      presentJoinRequest,
    ),

  "organisations.update.join-requests.accept": async (call) => {
    const { organisation, join } = call.params;
    return ApiResponse.ok(presentJoinRequest(await acceptJoinRequest(call, organisation, join)));
  },

  "organisations.update.join-requests.destroy": async (call) => {
    await declineJoinRequest(call, call.params.organisation, call.params.join);
    return ApiResponse.empty();
  },

  "organisations.update.domains.destroy": async (call) => {
    await removeDomain(call, call.params.organisation, call.params.domain);
    return ApiResponse.empty();
  },
};
