import { showApplications, submitApplicationRevocation } from "./screens/oauth/applications.js";
import { submitAvatar, submitAvatarRemoval } from "./screens/account/avatar.js";
import { showBrowserSessions, submitSessionEnd } from "./screens/account/browser-sessions.js";
import { showConfirmPassword, submitConfirmPassword } from "./screens/sign-in/confirm-password.js";
import { showDashboard, showHome } from "./screens/dashboard/dashboard.js";
import { showForgotPassword, submitForgotPassword } from "./screens/passwords/forgot-password.js";
import { showDeleteAccount, submitAccountDeletion } from "./screens/account/delete-account.js";
import { showLocalMail, showLocalMails } from "./screens/local-mail/local-mail.js";
import { showLogin, submitLogin, submitLogout } from "./screens/sign-in/login.js";
import {
  showAccessAfterPassword,
  submitOwnPassword,
  submitRevokeApplications,
  submitRevokeTokens,
} from "./screens/passwords/own-password.js";
import { showPasswordExpired, submitPasswordExpired } from "./screens/passwords/password-expired.js";
import { submitPreferences } from "./screens/account/preferences.js";
import { showTokens, submitToken, submitTokenRevocation } from "./screens/tokens/tokens.js";
import {
  submitPendingEmail,
  submitPendingEmailCancel,
  submitProfileInformation,
} from "./screens/account/profile-information.js";
import { showAuthorize, submitAuthorize } from "./screens/oauth/authorize.js";
import { showDevice, submitDevice } from "./screens/oauth/device.js";
import { showProfile } from "./screens/account/profile.js";
import { showChangePassword, showSecurityContact } from "./screens/well-known/well-known.js";
import { showRegister, submitRegister } from "./screens/registration/register.js";
import { showResetPassword, submitResetPassword } from "./screens/passwords/reset-password.js";
import {
  confirmVerification,
  sendVerification,
  showVerification,
  showVerificationAgain,
  showVerificationNotice,
} from "./screens/registration/verify-email.js";
import {
  endTwoFactorChallenge,
  showTwoFactorChallenge,
  submitTwoFactorChallenge,
} from "./screens/sign-in/two-factor-challenge.js";
import {
  showRecoveryCodes,
  submitConfirmTwoFactor,
  submitDisableTwoFactor,
  submitEnableTwoFactor,
  submitRegenerateRecoveryCodes,
} from "./screens/two-factor/two-factor-settings.js";
import { ACTIVITY_ROUTES } from "./screens/admin/activity/routes.js";
import { API_ROUTES } from "./screens/admin/api-routes.js";
import { API_DOCK_ROUTES } from "./screens/api-dock/routes.js";
import { ROLE_ROUTES } from "./screens/admin/roles/routes.js";
import { SETTINGS_ROUTES } from "./screens/admin/settings/routes.js";
import { USER_ROUTES } from "./screens/admin/users/routes.js";
import { del, get, post, put, RECENT } from "./server/table.js";

/** Every page there is: method, path, name, guards in their order, handler. The group `web` runs before them. */
export const ROUTES = [
  get("/", "home", ["public"], showHome),
  post("/preferences", "preferences.update", ["public"], submitPreferences),

  get("/login", "login", ["guest"], showLogin),
  post("/login", "login.store", ["guest", "throttle:login", "captcha"], submitLogin, { form: showLogin }),
  post("/logout", "logout", ["auth.any"], submitLogout),

  get("/two-factor-challenge", "two-factor.login", ["guest"], showTwoFactorChallenge),
  post(
    "/two-factor-challenge",
    "two-factor.login.store",
    ["guest", "throttle:two-factor"],
    submitTwoFactorChallenge,
    { form: endTwoFactorChallenge },
  ),

  get("/user/confirm-password", "password.confirm", ["auth"], showConfirmPassword),
  post(
    "/user/confirm-password",
    "password.confirm.store",
    ["auth", "throttle:confirm-password"],
    submitConfirmPassword,
    { form: showConfirmPassword },
  ),
  get("/password/expired", "password.expired", ["auth.any"], showPasswordExpired),
  put(
    "/password/expired",
    "password.expired.update",
    ["auth.any", "throttle:current-password"],
    submitPasswordExpired,
    { form: showPasswordExpired },
  ),

  put("/user/password", "user-password.update", ["auth", "throttle:current-password"], submitOwnPassword, {
    form: showProfile,
  }),
  get("/user/password", "user-password.access", ["auth"], showAccessAfterPassword),
  post(
    "/user/password/revoke-tokens",
    "user-password.revoke-tokens",
    ["auth", ...RECENT],
    submitRevokeTokens,
  ),
  post(
    "/user/password/revoke-applications",
    "user-password.revoke-applications",
    ["auth", ...RECENT],
    submitRevokeApplications,
  ),
  post(
    "/user/two-factor-authentication",
    "two-factor.enable",
    ["auth", "feature:two_factor", ...RECENT],
    submitEnableTwoFactor,
    { form: showProfile },
  ),
  post(
    "/user/confirmed-two-factor-authentication",
    "two-factor.confirm",
    ["auth", "feature:two_factor", ...RECENT],
    submitConfirmTwoFactor,
    { form: showProfile },
  ),
  del(
    "/user/two-factor-authentication",
    "two-factor.disable",
    ["auth", "feature:two_factor", ...RECENT],
    submitDisableTwoFactor,
    { form: showProfile },
  ),
  get(
    "/user/two-factor-recovery-codes",
    "two-factor.recovery-codes",
    ["auth", "feature:two_factor", "password.confirm"],
    showRecoveryCodes,
  ),
  post(
    "/user/two-factor-recovery-codes",
    "two-factor.regenerate",
    ["auth", "feature:two_factor", ...RECENT],
    submitRegenerateRecoveryCodes,
  ),

  get("/register", "register", ["guest", "feature:registration"], showRegister),
  post(
    "/register",
    "register.store",
    ["guest", "feature:registration", "throttle:register", "captcha"],
    submitRegister,
    { form: showRegister },
  ),

  get("/forgot-password", "password.request", ["public", "feature:password_reset"], showForgotPassword),
  post(
    "/forgot-password",
    "password.email",
    ["public", "feature:password_reset", "throttle:forgot-password", "captcha"],
    submitForgotPassword,
    { form: showForgotPassword },
  ),
  get("/reset-password/:token", "password.reset", ["public", "feature:password_reset"], showResetPassword),
  post(
    "/reset-password",
    "password.update",
    ["public", "feature:password_reset", "throttle:reset-password"],
    submitResetPassword,
    { form: showResetPassword },
  ),

  get("/email/verify", "verification.notice", ["auth.any"], showVerificationNotice),
  get("/email/verify/:id/:hash", "verification.verify", ["public"], showVerification),
  post(
    "/email/verify/:id/:hash",
    "verification.confirm",
    ["public", "throttle:verify-email"],
    confirmVerification,
    { form: showVerification },
  ),
  post(
    "/email/verification-notification",
    "verification.send",
    ["public", "throttle:verification"],
    sendVerification,
    { form: showVerificationAgain },
  ),

  get("/dashboard", "dashboard", ["auth", "can:dashboard.read"], showDashboard),

  get("/profile", "profile", ["auth"], showProfile),
  put(
    "/user/profile-information",
    "profile-information.update",
    ["auth", "throttle:current-password"],
    submitProfileInformation,
    { form: showProfile },
  ),
  post("/user/pending-email", "pending-email.send", ["auth", "throttle:verification"], submitPendingEmail, {
    form: showProfile,
  }),
  del("/user/pending-email", "pending-email.destroy", ["auth"], submitPendingEmailCancel),
  post("/user/avatar", "avatar.update", ["auth", "throttle:upload"], submitAvatar, {
    upload: "avatar",
    form: showProfile,
  }),
  del("/user/avatar", "avatar.destroy", ["auth"], submitAvatarRemoval),

  get("/browser-sessions", "browser-sessions", ["auth"], showBrowserSessions),
  del("/browser-sessions", "browser-sessions.destroy", ["auth", ...RECENT], submitSessionEnd, {
    form: showBrowserSessions,
  }),

  get("/user/delete", "account.delete", ["auth"], showDeleteAccount),
  del("/user", "account.destroy", ["auth", "throttle:current-password"], submitAccountDeletion, {
    form: showDeleteAccount,
  }),

  get("/.well-known/change-password", "well-known.change-password", ["public"], showChangePassword),
  get("/.well-known/security.txt", "well-known.security", ["public"], showSecurityContact),

  get("/user/tokens", "tokens", ["auth"], showTokens),
  post("/user/tokens", "tokens.store", ["auth", ...RECENT], submitToken, { form: showTokens }),
  del("/user/tokens", "tokens.destroy", ["auth"], submitTokenRevocation),
  get("/user/applications", "applications", ["auth"], showApplications),
  del("/user/applications", "applications.destroy", ["auth"], submitApplicationRevocation),

  ...API_DOCK_ROUTES,
  ...API_ROUTES,
  ...USER_ROUTES,
  ...ROLE_ROUTES,
  ...SETTINGS_ROUTES,
  ...ACTIVITY_ROUTES,

  get("/oauth/authorize", "oauth.authorize", ["feature:oauth", "auth"], showAuthorize),
  post("/oauth/authorize", "oauth.authorize.decide", ["feature:oauth", "auth"], submitAuthorize),
  get("/oauth/device", "oauth.device", ["feature:oauth", "auth"], showDevice),
  post("/oauth/device", "oauth.device.decide", ["feature:oauth", "auth", "throttle:device"], submitDevice, {
    form: showDevice,
  }),

  get("/dev/mail", "dev-mail", ["public"], showLocalMails),
  get("/dev/mail/:id", "dev-mail.show", ["public"], showLocalMail),
] as const;

export type RouteName = (typeof ROUTES)[number]["name"];
