import type { roles as en } from "../en/roles.js";

export const roles: Record<keyof typeof en, string> = {
  "nav.roles": "Roller",
};
