import { listOwnActivity, type OwnActivity } from "../../../domain/activity/own-activity.js";
import { toRfc3339 } from "../../../lib/clock.js";
import { mapPage } from "../../../models/list-page.js";
import { ApiResponse } from "../../envelope.js";
import { listReply, pageRequest } from "../../lists.js";
import type { HandlersOf, Schema } from "../../types.js";

export const handlers: HandlersOf<"auth/account-activity"> = {
  "auth.me.activity.index": async (call) => {
    const request = pageRequest(call, "-created_at");
    const page = mapPage(await listOwnActivity(call, request), present);
    return ApiResponse.list(page.items, listReply(call, request, page));
  },
};

const present = (activity: OwnActivity): Schema<"OwnActivity"> => ({
  id: activity.id,
  event: activity.event,
  actor: activity.actor,
  subject_type: activity.subject_type,
  ip_address: activity.ip_address,
  user_agent: activity.user_agent,
  created_at: toRfc3339(activity.created_at),
});
