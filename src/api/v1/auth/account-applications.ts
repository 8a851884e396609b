import {
  listApplications,
  revokeApplication,
  revokeApplications,
} from "../../../domain/oauth/applications.js";
import { mapPage, pageOf } from "../../../models/list-page.js";
import { ApiResponse } from "../../envelope.js";
import { listReply, pageRequest } from "../../lists.js";
import { presentApplication } from "../../presenters/access.js";
import type { HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"auth/account-applications"> = {
  "auth.me.applications.index": async (call) => {
    const request = pageRequest(call, "name");
    const applications = await listApplications(call.services.knex, call.actor.id);
    const page = mapPage(await pageOf(request, applications, ({ clientId }) => clientId), presentApplication);
    return ApiResponse.list(page.items, listReply(call, request, page));
  },

  "auth.me.applications.destroy": async (call) => {
    await revokeApplication(call, call.params.client);
    return ApiResponse.empty();
  },

  "auth.me.applications.destroy-others": async (call) => {
    await revokeApplications(call);
    return ApiResponse.empty();
  },
};
