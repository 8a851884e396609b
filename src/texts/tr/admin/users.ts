import type { users as en } from "../../en/admin/users.js";

export const users: Record<keyof typeof en, string> = {
  "nav.users": "Kullanıcılar",
};
