import { endOtherSessions, endSession, listSessions } from "../../../domain/sessions/own-sessions.js";
import { mapPage, pageOf } from "../../../models/list-page.js";
import { ApiResponse } from "../../envelope.js";
import { listReply, pageRequest } from "../../lists.js";
import { presentSession } from "../../presenters/access.js";
import type { HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"auth/account-sessions"> = {
  "auth.me.sessions.index": async (call) => {
    const request = pageRequest(call, "-last_active_at");
    const sessions = await listSessions(call.services.knex, call.actor.id);
    const page = mapPage(await pageOf(request, sessions, ({ publicId }) => publicId), presentSession);
    return ApiResponse.list(page.items, listReply(call, request, page));
  },

  "auth.me.sessions.destroy": async (call) => {
    await endSession(call, call.params.session);
    return ApiResponse.empty();
  },

  "auth.me.sessions.destroy-others": async (call) => {
    await endOtherSessions(call, null);
    return ApiResponse.empty();
  },
};
