import { downloadActivity, showActivity, showActivityEntry } from "./activity.js";
import { get } from "../../../server/table.js";

const READ = ["auth", "can:activity-logs.read"] as const;

export const ACTIVITY_ROUTES = [
  get("admin.activity.index", READ, showActivity, { form: showActivity }),
  get("admin.activity.export", [...READ, "throttle:export"], downloadActivity, {
    form: showActivity,
  }),
  get("admin.activity.show", READ, showActivityEntry),
] as const;
