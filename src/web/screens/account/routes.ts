import { submitAvatar, submitAvatarRemoval } from "./avatar.js";
import { showBrowserSessions, submitSessionEnd } from "./browser-sessions.js";
import { showDeleteAccount, submitAccountDeletion } from "./delete-account.js";
import { submitPreferences } from "./preferences.js";
import {
  submitPendingEmail,
  submitPendingEmailCancel,
  submitProfileInformation,
} from "./profile-information.js";
import { showProfile } from "./profile.js";
import { showSecurityLog } from "./security-log.js";
import { showSecurity } from "./security.js";
import { del, get, post, put, RECENT } from "../../server/table.js";

export const ACCOUNT_ROUTES = [
  post("preferences.update", ["public"], submitPreferences),
  get("profile", ["auth"], showProfile),
  get("security", ["auth"], showSecurity),
  get("security-log", ["auth"], showSecurityLog),
  put("profile-information.update", ["auth", "throttle:current-password"], submitProfileInformation, {
    form: showProfile,
  }),
  post("pending-email.send", ["auth", "throttle:verification"], submitPendingEmail, {
    form: showProfile,
  }),
  del("pending-email.destroy", ["auth"], submitPendingEmailCancel),
  post("avatar.update", ["auth", "throttle:upload"], submitAvatar, {
    upload: "avatar",
    form: showProfile,
  }),
  del("avatar.destroy", ["auth"], submitAvatarRemoval),
  get("browser-sessions", ["auth"], showBrowserSessions),
  del("browser-sessions.destroy", ["auth", ...RECENT], submitSessionEnd, {
    form: showBrowserSessions,
  }),
  get("account.delete", ["auth"], showDeleteAccount),
  del("account.destroy", ["auth", "throttle:current-password"], submitAccountDeletion, {
    form: showDeleteAccount,
  }),
];
