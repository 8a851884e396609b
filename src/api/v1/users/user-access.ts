import {
  endSessionOf,
  listApplicationsOf,
  listSessionsOf,
  listTokensOf,
  revokeApplicationOf,
  revokeTokenOf,
} from "../../../domain/credentials/user-credentials.js";
import { mapPage, pageOf } from "../../../models/list-page.js";
import { ApiResponse } from "../../envelope.js";
import { listReply, pageRequest } from "../../lists.js";
import { presentApplication, presentSession, presentUserToken } from "../../presenters/access.js";
import type { HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"users/user-access"> = {
  "users.show.sessions": async (call) => {
    const request = pageRequest(call, "-last_active_at");
    const sessions = await listSessionsOf(call, call.params.user);
    const page = mapPage(await pageOf(request, sessions, ({ publicId }) => publicId), presentSession);
    return ApiResponse.list(page.items, listReply(call, request, page));
  },

  "users.update.sessions.destroy": async (call) => {
    await endSessionOf(call, call.params.user, call.params.session);
    return ApiResponse.empty();
  },

  "users.show.tokens": async (call) => {
    const request = pageRequest(call, "-created_at");
    const tokens = await listTokensOf(call, call.params.user);
    const page = mapPage(await pageOf(request, tokens, ({ id }) => id), presentUserToken);
    return ApiResponse.list(page.items, listReply(call, request, page));
  },

  "users.update.tokens.destroy": async (call) => {
    await revokeTokenOf(call, call.params.user, call.params.token);
    return ApiResponse.empty();
  },

  "users.show.applications": async (call) => {
    const request = pageRequest(call, "name");
    const applications = await listApplicationsOf(call, call.params.user);
    const found = await pageOf(request, applications, ({ clientId }) => clientId);
    const page = mapPage(found, presentApplication);
    return ApiResponse.list(page.items, listReply(call, request, page));
  },

  "users.update.applications.destroy": async (call) => {
    await revokeApplicationOf(call, call.params.user, call.params.client);
    return ApiResponse.empty();
  },
};
