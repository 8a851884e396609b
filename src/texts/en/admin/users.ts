/** The administration of accounts. */
export const users = {
  "nav.users": "Users",
} as const;
