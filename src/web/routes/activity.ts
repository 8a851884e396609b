/** The administration of the audit log. */
export const ACTIVITY_ROUTES = [] as const;
