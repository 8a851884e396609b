import type { activityLog as en } from "../en/activity-log.js";

export const activityLog: Record<keyof typeof en, string> = {
  "nav.activity": "Etkinlik",
};
