import {
  invite,
  inviteAgain,
  listInvitations,
  revokeInvitation,
} from "../../../domain/organisations/invitations.js";
import { ApiResponse } from "../../envelope.js";
import { respondWithList } from "../../lists.js";
import { presentInvitation } from "../../presenters/organisations.js";
import type { HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"service/organisation-invitations"> = {
  "organisations.show.invitations": (call) =>
    respondWithList(
      call,
      "-created_at",
      (request) => listInvitations(call, call.params.organisation, request),
      presentInvitation,
    ),

  "organisations.update.invitations.store": async (call) =>
    ApiResponse.created(presentInvitation(await invite(call, call.params.organisation, call.body)), {}),

  "organisations.update.invitations.resend": async (call) => {
    const { organisation, invitation } = call.params;
    return ApiResponse.ok(presentInvitation(await inviteAgain(call, organisation, invitation)));
  },

  "organisations.update.invitations.destroy": async (call) => {
    const { organisation, invitation } = call.params;
    await revokeInvitation(call, organisation, invitation);
    return ApiResponse.empty();
  },
};
