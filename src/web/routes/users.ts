/** The administration of people. */
export const USER_ROUTES = [] as const;
