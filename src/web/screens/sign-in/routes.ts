import { showConfirmPassword, submitConfirmPassword } from "./confirm-password.js";
import { showLogin, submitLogin, submitLogout } from "./login.js";
import { submitLoginOptions, submitPasskeyLogin, submitSecondFactorOptions } from "./passkey-login.js";
import { resumeAddress } from "./resume.js";
import {
  showRejectedChallenge,
  showTwoFactorChallenge,
  submitTwoFactorChallenge,
} from "./two-factor-challenge.js";
import { get, post } from "../../server/table.js";

export const SIGN_IN_ROUTES = [
  get("login", ["guest"], showLogin),
  post("login.store", ["guest", "throttle:login", "captcha"], submitLogin, { form: showLogin }),
  post(
    "login.passkey.options",
    ["guest", "feature:passkeys", "throttle:passkey-options"],
    submitLoginOptions,
  ),
  post("login.passkey", ["guest", "feature:passkeys", "throttle:passkey"], submitPasskeyLogin, {
    form: showLogin,
  }),
  get("address.resume", ["public"], resumeAddress),
  post("logout", ["auth.any"], submitLogout),
  get("two-factor.login", ["guest"], showTwoFactorChallenge),
  post("two-factor.login.store", ["guest", "throttle:two-factor"], submitTwoFactorChallenge, {
    form: showRejectedChallenge,
  }),
  post(
    "two-factor.login.passkey-options",
    ["guest", "feature:passkeys", "throttle:passkey-options"],
    submitSecondFactorOptions,
  ),
  get("password.confirm", ["auth.two-factor-setup"], showConfirmPassword),
  post(
    "password.confirm.store",
    ["auth.two-factor-setup", "throttle:confirm-password"],
    submitConfirmPassword,
    { form: showConfirmPassword },
  ),
];
