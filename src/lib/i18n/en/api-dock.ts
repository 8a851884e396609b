/** The browser of the API's contract. */
export const apiDock = {
  "api-dock.title": "API",
} as const;
