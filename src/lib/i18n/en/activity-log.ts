/** The audit log. */
export const activityLog = {
  "nav.activity": "Activity",
} as const;
