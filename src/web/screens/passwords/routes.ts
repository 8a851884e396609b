import { showSecurity } from "../account/security.js";
import { showForgotPassword, submitForgotPassword } from "./forgot-password.js";
import {
  showAccessAfterPassword,
  submitOwnPassword,
  submitRevokeApplications,
  submitRevokeTokens,
} from "./own-password.js";
import { showPasswordExpired, submitPasswordExpired } from "./password-expired.js";
import {
  showResetPassword,
  submitInvitationOptions,
  submitInvitationPasskey,
  submitRemovalAfterReset,
  submitResetPassword,
} from "./reset-password.js";
import { submitPasswordLink, submitPasswordRemoval } from "./no-password.js";
import { del, get, post, put, RECENT } from "../../server/table.js";

const INVITED = ["public", "feature:passkeys", "throttle:reset-password"] as const;

export const PASSWORDS_ROUTES = [
  get("password.expired", ["auth.any"], showPasswordExpired),
  put("password.expired.update", ["auth.any", "throttle:current-password"], submitPasswordExpired, {
    form: showPasswordExpired,
  }),
  put("user-password.update", ["auth", "throttle:current-password"], submitOwnPassword, {
    form: showSecurity,
  }),
  del("user-password.destroy", ["auth", ...RECENT], submitPasswordRemoval, { form: showSecurity }),
  post(
    "user-password.link",
    // an account that must set up a second factor confirms who it is for that, too
    ["auth.two-factor-setup", "feature:password_reset", "throttle:forgot-password"],
    submitPasswordLink,
    { form: showSecurity },
  ),
  get("user-password.access", ["auth"], showAccessAfterPassword),
  post("user-password.revoke-tokens", ["auth", ...RECENT], submitRevokeTokens),
  post("user-password.revoke-applications", ["auth", ...RECENT], submitRevokeApplications),
  get("password.request", ["public", "feature:password_reset"], showForgotPassword),
  post(
    "password.email",
    ["public", "feature:password_reset", "throttle:forgot-password", "captcha"],
    submitForgotPassword,
    { form: showForgotPassword },
  ),
  // invitations work while resets are turned off, so the screen decides
  get("password.reset", ["public"], showResetPassword),
  post("password.update", ["public", "throttle:reset-password"], submitResetPassword, {
    form: showResetPassword,
  }),
  post("password.left.destroy", ["public", "throttle:reset-password"], submitRemovalAfterReset),
  post("invitation.passkey-options", INVITED, submitInvitationOptions),
  post("invitation.passkey", INVITED, submitInvitationPasskey, { form: showResetPassword }),
];
