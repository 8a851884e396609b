import { endOtherSessions, endSession, listSessions } from "../../../domain/sessions/own-sessions.js";
import { ApiResponse } from "../../envelope.js";
import { respondWithItems } from "../../lists.js";
import { presentSession } from "../../presenters/access.js";
import type { HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"auth/account-sessions"> = {
  "auth.me.sessions.index": (call) =>
    respondWithItems(
      call,
      "-last_active_at",
      () => listSessions(call.services.knex, call.actor.id),
      presentSession,
    ),

  "auth.me.sessions.destroy": async (call) => {
    await endSession(call, call.params.session);
    return ApiResponse.empty();
  },

  "auth.me.sessions.destroy-others": async (call) => {
    await endOtherSessions(call, null);
    return ApiResponse.empty();
  },
};
