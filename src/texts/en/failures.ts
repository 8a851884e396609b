/** Messages of expected failures. The API sends them in English, the screens show them in the reader's language. */
export const failures = {
  "sk-auth.inactive": "Your account is not active. Please contact the person who runs this service.",
  "failure.credentials": "These credentials do not match our records.",
  "failure.challenge": "The two-factor challenge failed. Sign in again.",
  "failure.throttled": "Too many attempts. Please try again later.",
  "failure.throttled_seconds_one": "Too many attempts. Please try again in {count} second.",
  "failure.throttled_seconds_other": "Too many attempts. Please try again in {count} seconds.",
  "failure.busy": "The service is busy. Please try again.",
  "failure.forbidden": "You are not allowed to do this.",
  "failure.not_found": "The requested resource was not found.",
  "failure.stale": "The resource has changed since you read it.",
  "failure.invalid": "The given data was invalid.",
  "failure.registration_disabled": "Registration is disabled.",
  "failure.password_reset_disabled": "Password reset is turned off.",
  "failure.two_factor_disabled": "Two-factor authentication is turned off.",
  "failure.passkeys_disabled": "Passkeys are turned off.",
  "failure.passkey": "The passkey was not accepted. Try again.",
  "failure.passkey_unknown": "This passkey isn't registered here. Sign in another way.",
  "failure.self_delete": "Delete your own account on your profile page.",
  "failure.role_not_assignable": "You can't assign this role.",
  "failure.last_system_admin": "At least one active system administrator must remain.",
  "failure.own_account":
    "Change your own password and email on your account pages. Only another administrator can change your status and role.",
  "failure.own_access": "Do this for your own account on your account pages.",
  "failure.token_limited":
    "A token that is limited to its scopes can't give a role with more permissions than every user has, or change the password, email or sign-in methods of such an account.",
  "failure.account_above": "You can't change this account: it has permissions that you don't have.",
} as const;
