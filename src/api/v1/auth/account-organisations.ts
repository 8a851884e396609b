import { acceptInvitation } from "../../../domain/organisations/joining.js";
import { leaveOrganisation } from "../../../domain/organisations/members.js";
import { listOwnOrganisations } from "../../../domain/organisations/organisations.js";
import { ApiResponse } from "../../envelope.js";
import { respondWithItems } from "../../lists.js";
import { presentOwnOrganisation } from "../../presenters/organisations.js";
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

  "auth.me.organisations.destroy": async (call) => {
    await leaveOrganisation(call, call.params.organisation);
    return ApiResponse.empty();
  },
};
