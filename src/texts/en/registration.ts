/** Texts of register, forgotten passwords, verification, captcha. */
export const registration = {
  "register.title": "Create an account",
  "register.intro": "Tell us who you are and choose a password.",
  "register.password_confirmation": "Repeat the password",
  "register.submit": "Create account",
  "register.has_account": "You have an account already?",
  "forgot.title": "Forgot your password?",
  "forgot.intro": "Enter the address of your account, and we send you a link to choose a new password.",
  "forgot.submit": "Send the link",
  "forgot.sent":
    "If there is an account with this address, a mail with a link is on its way. The link works for 60 minutes.",
  "reset.title": "Choose a new password",
  "reset.intro":
    "When it is set, all sessions and access tokens of your account end. You then sign in with it.",
  "reset.submit": "Set the new password",
  "reset.done": "Your new password is set. Please sign in with it.",
  "reset.invalid.title": "This link does not work",
  "reset.invalid.intro":
    "It has expired, was used already or was not copied whole. A link works for 60 minutes and once.",
  "reset.invalid.again": "Ask for a new link",
  "verify.notice.title": "Verify your email address",
  "verify.notice.intro": "Before you go on, please open the link in the mail that we send to {email}.",
  "verify.notice.hint": "No mail, or an old one? Look into the spam folder, or have a new one sent.",
  "verify.resend": "Send a new mail",
  "verify.resent": "A new mail is on its way. Its link works for one hour.",
  "verify.sent.title": "Check your mail",
  "verify.sent.intro": "We sent a mail to the address that you entered. It says how to go on.",
  "verify.sent.hint": "Nothing there after a few minutes? Look into the spam folder, or have a new one sent.",
  "verify.sent.again":
    "If an account with this address is waiting to be verified, a new mail is on its way. Its link works for one hour.",
  "verify.link.title": "Verify your email address",
  "verify.link.current": "Please confirm that {email} is your address.",
  "verify.link.pending":
    "Please confirm {email} as the new address of your account. From then on you sign in with it.",
  "verify.link.verified": "{email} is verified. There is nothing left to do.",
  "verify.link.submit": "Verify this address",
  "verify.link.go_on": "Go on",
  "verify.done": "Your email address is verified.",
  "verify.changed": "Your email address is changed. From now on you sign in with the new one.",
  "verify.taken": "Another account has this address meanwhile. Your account keeps the address that it had.",
  "verify.invalid.title": "This link does not work",
  "verify.invalid":
    "It has expired, was altered, or was sent for an address that the account no longer has. Have a new one sent.",
  "captcha.no_script":
    "This form has a check against robots, which needs JavaScript. Please switch it on for this page and load the page again.",
  "captcha.missing": "Please complete the check against robots.",
  "captcha.refused": "The check against robots did not succeed. Please do it once more.",
  "captcha.unavailable":
    "The check against robots cannot be reached right now, so your form was not sent. Please try again in a moment.",
} as const;
