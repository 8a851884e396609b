/** Texts of register, forgotten passwords, verification, captcha. */
export const registration = {
  "register.title": "Create an account",
  "register.password_confirmation": "Confirm password",
  "register.submit": "Create account",
  "register.has_account": "Already have an account?",
  "forgot.title": "Forgot your password?",
  "forgot.intro": "Enter your email and we'll send you a link to choose a new password.",
  "forgot.submit": "Send link",
  "invitation.title": "Welcome",
  "invitation.intro": "Choose a password for your new account. Then sign in with it.",
  "invitation.intro_with_passkey":
    "Choose a password for your new account, or create a passkey. Then sign in with it.",
  "invitation.done": "Your account is ready. Sign in with your new password.",
  "invitation.done_with_passkey":
    "Your account is ready. Sign in with your passkey. Then save your recovery codes from the Security page.",
  "forgot.sent":
    "If {email} belongs to an account, we've sent a link to choose a new password. It works for 60 minutes.",
  "forgot.sent.hint": "Nothing after a few minutes? Check your spam folder, or try again.",
  "forgot.again": "Try another email",
  "reset.title": "Choose a new password",
  "reset.intro": "Your sessions and access tokens end when you save it. Then sign in with the new password.",
  "reset.submit": "Save password",
  "reset.done": "Your password was changed. Sign in with it now.",
  "reset.invalid.title": "This link doesn't work",
  "reset.invalid.intro":
    "It has expired, was already used, or is incomplete. A link works once, for 60 minutes.",
  "reset.invalid.again": "Request a new link",
  "verify.notice.title": "Verify your email address",
  "verify.notice.intro": "Open the link that we sent to {email} to continue.",
  "verify.notice.hint": "No email? Check your spam folder or resend it.",
  "verify.resend": "Resend email",
  "verify.resent": "We've sent a new email. Its link works for one hour.",
  "verify.sent.title": "Check your email",
  "verify.sent.intro": "We've sent you an email with the next step.",
  "verify.sent.to": "We've sent an email with the next step to {email}.",
  "verify.sent.hint": "Nothing after a few minutes? Check your spam folder or resend it.",
  "verify.sent.again":
    "If an account with this email is waiting for verification, we've sent a new email. Its link works for one hour.",
  "verify.link.title": "Verify your email address",
  "verify.link.current": "Confirm that {email} is your address.",
  "verify.link.pending": "Confirm {email} as your new address. You'll sign in with it from then on.",
  "verify.link.verified": "{email} is already verified.",
  "verify.link.submit": "Verify address",
  "verify.link.go_on": "Continue",
  "verify.done": "Your email address is verified.",
  "verify.changed": "Your email was changed. Sign in with the new address from now on.",
  "verify.taken": "Another account has since taken this address. Your account keeps its previous one.",
  "verify.invalid.title": "This link doesn't work",
  "verify.invalid":
    "It has expired, is incomplete, or was sent for an address that the account no longer has. Request a new one.",
  "captcha.no_script":
    "This form has a verification check (CAPTCHA), which needs JavaScript. Turn JavaScript on and reload the page.",
  "captcha.missing": "Complete the verification check.",
  "captcha.refused": "The verification check failed. Try again.",
  "captcha.unavailable":
    "The verification check isn't available right now, so your form wasn't sent. Try again in a moment.",
} as const;
