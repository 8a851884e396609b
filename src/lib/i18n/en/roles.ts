/** The administration of roles. */
export const roles = {
  "nav.roles": "Roles",
} as const;
