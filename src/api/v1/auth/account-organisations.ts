import { acceptInvitation } from "../../../domain/organisations/joining.js";
import { askToJoin, listJoinable } from "../../../domain/organisations/joining-by-domain.js";
import { leaveOrganisation } from "../../../domain/organisations/members.js";
import { listOwnOrganisations } from "../../../domain/organisations/organisations.js";
import { ApiResponse } from "../../envelope.js";
import { respondWithItems } from "../../lists.js";
import { presentJoinable, presentOwnOrganisation } from "../../presenters/organisations.js";
import type { HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"auth/account-organisations"> = {
  "auth.me.organisations.index": (call) =>
    respondWithItems(
      call,
      "name",
      () => listOwnOrganisations(call),
      (own) => presentOwnOrganisation(call.services, own),
    ),

  "auth.me.organisations.store": async (call) =>
    ApiResponse.created(
      presentOwnOrganisation(call.services, await acceptInvitation(call, call.body.token)),
      {},
    ),

  "auth.me.join-requests.index": (call) =>
    respondWithItems(
      call,
      "name",
      () => listJoinable(call),
      (organisation) => presentJoinable(call.services, organisation),
    ),

  "auth.me.join-requests.store": async (call) => {
    const { organisation, isMember } = await askToJoin(call, call.body.organisation_id);
    return ApiResponse.ok(presentJoinable(call.services, organisation, isMember));
  },

  "auth.me.organisations.destroy": async (call) => {
    await leaveOrganisation(call, call.params.organisation);
    return ApiResponse.empty();
  },
};
