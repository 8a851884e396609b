import { listOwnActivity, type OwnActivity } from "../../../domain/activity/own-activity.js";
import { toRfc3339 } from "../../../lib/clock.js";
import { namingFilters, respondWithList } from "../../lists.js";
import type { HandlersOf, Schema } from "../../types.js";

export const handlers: HandlersOf<"auth/account-activity"> = {
  "auth.me.activity.index": (call) =>
    respondWithList(
      call,
      "-created_at",
      (request) => namingFilters(listOwnActivity(call, request, call.query.filter)),
      present,
    ),
};

const present = (activity: OwnActivity): Schema<"OwnActivity"> => ({
  id: activity.id,
  event: activity.event,
  actor: activity.actor,
  subject_type: activity.subject_type,
  ip_address: activity.ip_address,
  user_agent: activity.user_agent,
  client: activity.client,
  by_agent: activity.isByAgent,
  created_at: toRfc3339(activity.created_at),
});
