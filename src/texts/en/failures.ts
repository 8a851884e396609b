/** What went wrong on purpose. The API says these sentences in English, the screens in the reader's language. */
export const failures = {
  "sk-auth.inactive": "Your account is not active. Please contact the person who runs this service.",
  "failure.credentials": "These credentials do not match our records.",
  "failure.challenge": "The two-factor challenge failed. Please log in again.",
  "failure.throttled": "Too many attempts. Please try again later.",
  "failure.throttled_seconds_one": "Too many attempts. Please try again in {count} second.",
  "failure.throttled_seconds_other": "Too many attempts. Please try again in {count} seconds.",
  "failure.busy": "The service is busy. Please try again.",
  "failure.forbidden": "You are not allowed to do this.",
  "failure.not_found": "The requested resource was not found.",
  "failure.stale": "The resource has changed since you read it.",
  "failure.invalid": "The given data was invalid.",
  "failure.registration_disabled": "Registration is disabled.",
  "failure.self_delete": "You may not delete your own account here.",
  "failure.role_not_assignable": "You may not assign this role.",
  "failure.last_system_admin": "At least one active system administrator must remain.",
  "failure.own_account":
    "Change your own password and email on your profile page. Another administrator changes your status and role.",
  "failure.own_access": "You do this for your own account on your profile.",
  "failure.account_above": "You may not change this account: it may do more than you.",
} as const;
