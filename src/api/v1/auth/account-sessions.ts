import {
  endOtherSessions,
  endSession,
  listSessions,
  type ListedSession,
} from "../../../domain/sessions/own-sessions.js";
import { toRfc3339 } from "../../../lib/clock.js";
import { mapPage, pageOf } from "../../../models/list-page.js";
import { ApiResponse } from "../../envelope.js";
import { listReply, pageRequest } from "../../lists.js";
import type { HandlersOf, Schema } from "../../types.js";

export const handlers: HandlersOf<"auth/account-sessions"> = {
  "auth.me.sessions.index": async (call) => {
    const request = pageRequest(call, "-last_active_at");
    const sessions = await listSessions(call.services.knex, call.actor.id);
    const page = mapPage(await pageOf(request, sessions, ({ publicId }) => publicId), present);
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

const present = (session: ListedSession): Schema<"OwnSession"> => ({
  id: session.publicId,
  ip_address: session.ipAddress,
  user_agent: session.userAgent,
  created_at: toRfc3339(session.createdAt),
  last_active_at: toRfc3339(session.lastActivity),
});
