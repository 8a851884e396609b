/** The administration of settings. */
export const SETTINGS_ROUTES = [] as const;
