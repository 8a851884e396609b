import {
  listApplications,
  revokeApplication,
  revokeApplications,
} from "../../../domain/oauth/grants/applications.js";
import { ApiResponse } from "../../envelope.js";
import { respondWithItems } from "../../lists.js";
import { presentApplication } from "../../presenters/access.js";
import type { HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"auth/account-applications"> = {
  "auth.me.applications.index": (call) =>
    respondWithItems(
      call,
      "name",
      () => listApplications(call.services.knex, call.actor.id),
      (application) => presentApplication(call.services, application),
    ),

  "auth.me.applications.destroy": async (call) => {
    await revokeApplication(call, call.params.client);
    return ApiResponse.empty();
  },

  "auth.me.applications.destroy-others": async (call) => {
    await revokeApplications(call);
    return ApiResponse.empty();
  },
};
