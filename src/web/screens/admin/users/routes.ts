import { showUser, submitUserChanges, submitUserDeletion } from "./view.js";
import { submitUserAvatar, submitUserAvatarRemoval } from "./avatar.js";
import { showNewUser, submitUser } from "./create.js";
import { submitUserRestoration } from "./restore.js";
import {
  submitAccessEnd,
  submitIdentityRemovalOf,
  submitInvitation,
  submitResetLink,
  submitPasskeyRemovalOf,
  submitTwoFactorRemoval,
  submitVerificationReminder,
} from "./security.js";
import {
  downloadReport,
  showImport,
  showImports,
  submitDiscard,
  submitImport,
  submitStart,
  submitUndo,
} from "./imports.js";
import { downloadUsers, showUsers } from "./list.js";
import { showBulkPreview, submitBulk } from "./bulk.js";
import { submitStatus } from "./status.js";
import { del, get, post, put, RECENT } from "../../../server/table.js";

/** Changing an account needs the permission to read it, because the change is made on its page. */
const READ = ["auth", "can:users.read"] as const;
const UPDATE = [...READ, "can:users.update"] as const;

export const USER_ROUTES = [
  get("admin.users.index", READ, showUsers),
  get("admin.users.export", [...READ, "throttle:export"], downloadUsers, {
    form: showUsers,
  }),
  post("admin.users.bulk.preview", UPDATE, showBulkPreview, { form: showUsers }),
  put("admin.users.bulk", [...UPDATE, ...RECENT], submitBulk, {
    form: showBulkPreview,
  }),

  get("admin.users.create", ["auth", "can:users.create"], showNewUser),
  // a recent password is required as for changing an account's role or password
  post("admin.users.store", ["auth", "can:users.create", ...RECENT], submitUser, {
    form: showNewUser,
  }),
  get("admin.users.imports", READ, showImports),
  post("admin.users.imports.store", [...READ, "can:users.create", "throttle:upload"], submitImport, {
    upload: "file",
    form: showImports,
  }),
  get("admin.users.imports.show", READ, showImport),
  get("admin.users.imports.report", [...READ, "throttle:export"], downloadReport, { form: showImport }),
  post("admin.users.imports.start", [...UPDATE, "can:users.create", ...RECENT], submitStart, {
    form: showImport,
  }),
  post("admin.users.imports.discard", UPDATE, submitDiscard, { form: showImport }),
  post("admin.users.imports.undo", [...UPDATE, "can:users.delete", ...RECENT], submitUndo, {
    form: showImport,
  }),

  get("admin.users.edit", READ, showUser),
  put("admin.users.update", [...UPDATE, ...RECENT], submitUserChanges, {
    form: showUser,
  }),
  del("admin.users.destroy", [...READ, "can:users.delete", ...RECENT], submitUserDeletion, {
    form: showUser,
  }),
  post("admin.users.restore", [...READ, "can:users.delete", ...RECENT], submitUserRestoration, {
    form: showUsers,
  }),
  put("admin.users.status", [...UPDATE, ...RECENT], submitStatus, {
    form: showUser,
  }),
  del("admin.users.access", [...UPDATE, ...RECENT], submitAccessEnd, {
    form: showUser,
  }),
  del("admin.users.two-factor", [...UPDATE, ...RECENT], submitTwoFactorRemoval, { form: showUser }),
  del("admin.users.passkeys.destroy", [...UPDATE, ...RECENT], submitPasskeyRemovalOf, { form: showUser }),
  del("admin.users.identities.destroy", [...UPDATE, ...RECENT], submitIdentityRemovalOf, { form: showUser }),
  post("admin.users.verification", [...UPDATE, "throttle:verification"], submitVerificationReminder, {
    form: showUser,
  }),
  post("admin.users.invitation", [...UPDATE, "throttle:verification"], submitInvitation, {
    form: showUser,
  }),
  post("admin.users.reset-link", [...UPDATE, "throttle:verification"], submitResetLink, {
    form: showUser,
  }),
  post("admin.users.avatar.update", [...UPDATE, ...RECENT, "throttle:upload"], submitUserAvatar, {
    upload: "avatar",
    form: showUser,
  }),
  del("admin.users.avatar.destroy", [...UPDATE, ...RECENT], submitUserAvatarRemoval, { form: showUser }),
] as const;
