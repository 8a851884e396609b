import {
  showNewRole,
  showRole,
  showRoles,
  submitRole,
  submitRoleChanges,
  submitRoleDeletion,
} from "./roles.js";
import { del, get, post, put, RECENT } from "../../../server/table.js";

/** Changing a role needs the permission to read it, because the change is made on its page. */
const READ = ["auth", "can:roles.read"] as const;

export const ROLE_ROUTES = [
  get("admin.roles.index", READ, showRoles),
  get("admin.roles.create", ["auth", "can:roles.create"], showNewRole),
  post("admin.roles.store", ["auth", "can:roles.create", ...RECENT], submitRole, {
    form: showNewRole,
  }),
  get("admin.roles.edit", READ, showRole),
  put("admin.roles.update", [...READ, "can:roles.update", ...RECENT], submitRoleChanges, {
    form: showRole,
  }),
  del("admin.roles.destroy", [...READ, "can:roles.delete", ...RECENT], submitRoleDeletion, {
    form: showRole,
  }),
] as const;
