/** The settings of the service. */
export const settings = {
  "nav.settings": "Settings",
} as const;
