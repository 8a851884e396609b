/** Consent of applications and connecting devices. */
export const oauth = {
  "field.user_code": "Code",
  "oauth.consent.title": "Allow access",
  "oauth.consent.asks": "{name} wants to access your account",
  "oauth.consent.back": "You'll be redirected to {host}.",
  "oauth.consent.back_local": "You'll be redirected to a program on this device ({host}).",
  "oauth.consent.may": "It will be able to:",
  "oauth.consent.limit": "It can never do more than you can.",
  "oauth.consent.ends": "You can revoke this at any time in Profile → Applications.",
  "oauth.consent.allow": "Allow",
  "oauth.consent.deny": "Deny",
  "oauth.account": "Your account",
  "oauth.account.other": "Use another account",
  "oauth.may.everything": "do everything you can do through the API",
  "oauth.may.common": "read your basic profile: name, email, role and status",
  "oauth.may.files_read": "see files",
  "oauth.may.files_write": "add, change and delete files",
  "oauth.go_on.title": "Continue",
  "oauth.go_on.to": "Continue to {name}",
  "oauth.go_on.text": "You've already allowed this application. You'll be redirected to {host}.",
  "oauth.go_on.submit": "Continue",
  "oauth.distrusted.title": "This link doesn't work",
  "oauth.distrusted.client":
    "The application isn't registered with this service. No access was given. If you trust the application, tell its support.",
  "oauth.distrusted.redirect_uri":
    "The application hasn't registered the address that it wants to send you to. No access was given. If you trust the application, tell its support.",
  "oauth.expired.title": "This request has expired",
  "oauth.expired":
    "It was already answered, is older than ten minutes, or you've signed in again since. Your answer wasn't used. Go back to the application and start again.",
  "oauth.outcome.go_on": "Go to home page",
  "oauth.device.title": "Connect a device",
  "oauth.device.intro": "Enter the code shown on your device.",
  "oauth.device.hint": "Eight letters. Case and dashes don't matter.",
  "oauth.device.submit": "Continue",
  "oauth.device.unknown":
    "This code isn't valid: it's mistyped, was already used, or is older than ten minutes.",
  "oauth.device.asks": "Connect {name}?",
  "oauth.device.code": "Code on your device",
  "oauth.device.warning":
    "Only allow this if you started it and the device in front of you shows this code. If someone sent you this code, deny it: they're trying to get into your account.",
  "oauth.device.done.title": "Device connected",
  "oauth.device.done": "Go back to your device. It will continue in a few seconds. You can close this page.",
  "oauth.device.denied.title": "Device not connected",
  "oauth.device.denied": "No access was given. You can close this page.",
  "oauth.device.late.title": "This code expired",
  "oauth.device.late":
    "The code has expired or was already answered. Your answer wasn't used. Get a new code on your device.",
};
