import {
  showNewRole,
  showRole,
  showRoles,
  submitRole,
  submitRoleChanges,
  submitRoleDeletion,
} from "../screens/admin/roles.js";
import { del, get, post, put, RECENT } from "../table.js";

/** The administration of roles. */
export const ROLE_ROUTES = [
  get("/admin/roles", "admin.roles.index", ["auth", "can:roles.read"], showRoles),
  get("/admin/roles/create", "admin.roles.create", ["auth", "can:roles.create"], showNewRole),
  post("/admin/roles", "admin.roles.store", ["auth", "can:roles.create", ...RECENT], submitRole, {
    form: showNewRole,
  }),
  get("/admin/roles/:role", "admin.roles.edit", ["auth", "can:roles.read"], showRole),
  put(
    "/admin/roles/:role",
    "admin.roles.update",
    ["auth", "can:roles.update", ...RECENT],
    submitRoleChanges,
    {
      form: showRole,
    },
  ),
  del(
    "/admin/roles/:role",
    "admin.roles.destroy",
    ["auth", "can:roles.delete", ...RECENT],
    submitRoleDeletion,
    { form: showRole },
  ),
] as const;
