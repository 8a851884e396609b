/** The administration of roles. */
export const ROLE_ROUTES = [] as const;
