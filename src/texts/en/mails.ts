/** Mails: subject, what happened, the button, what to do. */
export const mails = {
  "mail.greeting": "Hello {name},",
  "mail.greeting.nameless": "Hello,",
  "mail.link_hint": "If the button does not work, copy this address into your browser:",
  "mail.reason.account":
    "You receive this mail because it is about the security of your account at {app}. It cannot be unsubscribed from.",
  "mail.reason.address":
    "You receive this mail because this email address was entered at {app}. If that was not you, you can ignore it.",
  "mail.verify_email.subject": "Verify your email address for {app}",
  "mail.verify_email.intro":
    "Please confirm that this email address is yours, so that you can use it at {app}.",
  "mail.verify_email.action": "Verify email address",
  "mail.verify_email.outro":
    "The link works for one hour. If you did not create an account, you need not do anything.",
  "mail.invitation.subject": "You are invited to {app}",
  "mail.invitation.intro":
    "An administrator of {app} created an account for this email address. Open this link to choose your password.",
  "mail.invitation.action": "Choose your password",
  "mail.invitation.outro":
    "The link works once and for 7 days. If it has expired, ask the people who run {app} for a new one.",
  "mail.reset_password.subject": "Reset your password for {app}",
  "mail.reset_password.intro":
    "Somebody, hopefully you, asked to reset your password for {app}. Open this link to choose a new one.",
  "mail.reset_password.action": "Choose a new password",
  "mail.reset_password.outro":
    "The link works once and for 60 minutes. If it was not you, you need not do anything: your password stays as it is.",
  "mail.password_changed.subject": "Your password for {app} was changed",
  "mail.password_changed.intro": "The password of your account at {app} was changed on {time}.",
  "mail.password_changed.action": "Reset your password",
  "mail.password_changed.outro":
    "If it was you, you need not do anything. If not, reset your password at once and tell the people who run {app}.",
  "mail.password_set.subject": "A new password for {app} was set for you",
  "mail.password_set.intro":
    "An administrator of {app} gave your account a new password on {time}. All your sessions and access tokens have ended; the password you had does not work any more.",
  "mail.password_set.action": "Choose a password of your own",
  "mail.password_set.outro":
    "Whoever set the password knows it: please choose another one. If you did not expect this, tell the people who run {app}.",
  "mail.new_device.subject": "New sign-in to {app}",
  "mail.new_device.intro":
    "Your account at {app} was signed in to from a browser that we had not seen before: {device}, address {ip}, on {time}.",
  "mail.new_device.action": "Look at your sessions",
  "mail.new_device.outro":
    "If it was you, you need not do anything. If not, change your password now: that ends all other sessions.",
  "mail.two_factor_changed.subject": "Your second factor at {app} was changed",
  "mail.two_factor_changed.intro":
    "The two-factor settings of your account at {app} were changed on {time}: {change}",
  "mail.two_factor_changed.action": "Look at your security settings",
  "mail.two_factor_changed.outro":
    "If it was you, you need not do anything. If not, change your password now.",
  "mail.two_factor_removed.subject": "Your second factor at {app} was removed",
  "mail.two_factor_removed.intro":
    "An administrator of {app} turned off two-factor authentication for your account on {time}. Your password alone now opens it.",
  "mail.two_factor_removed.action": "Set it up again",
  "mail.two_factor_removed.outro":
    "Set it up again as soon as you can. If you did not ask for this, tell the people who run {app} at once.",
  "mail.two_factor_failures.subject": "Repeated failures of your second factor at {app}",
  "mail.two_factor_failures.intro":
    "Somebody who knows your password for {app} has entered wrong two-factor codes many times in a row. The second factor is paused for {minutes} minutes.",
  "mail.two_factor_failures.action": "Reset your password",
  "mail.two_factor_failures.outro": "If it was not you, change your password: somebody else knows it.",
  "mail.email_change_requested.subject": "Your email address at {app} is about to change",
  "mail.email_change_requested.intro":
    "Somebody, hopefully you, asked to change the email address of your account at {app} to {email}. It changes when the link in the mail to that address is opened.",
  "mail.email_change_requested.action": "Look at your profile",
  "mail.email_change_requested.outro": "If it was not you, change your password now.",
  "mail.email_changed.subject": "Your email address at {app} was changed",
  "mail.email_changed.intro":
    "The email address of your account at {app} was changed to {email} on {time}. From now on you sign in with it.",
  "mail.email_changed.action": "Sign in",
  "mail.email_changed.outro": "If you did not expect this, tell the people who run {app} at once.",
  "mail.email_taken.subject": "You already have an account at {app}",
  "mail.email_taken.intro":
    "Somebody, hopefully you, tried to use this email address for an account at {app}. You have one already.",
  "mail.email_taken.action": "Sign in",
  "mail.email_taken.outro":
    "If you forgot your password, you can reset it on the sign-in page. If it was not you, you need not do anything.",
  "mail.access_ended.subject": "Your sessions and tokens at {app} have ended",
  "mail.access_ended.intro":
    "An administrator of {app} ended all sessions, access tokens and connected applications of your account on {time}. Your password is the same as before.",
  "mail.access_ended.action": "Sign in again",
  "mail.access_ended.outro":
    "Programs that used one of the tokens need a new one. If you did not expect this, ask the people who run {app}.",
  "mail.session_ended.subject": "A session of yours at {app} was ended",
  "mail.session_ended.intro":
    "An administrator of {app} ended one of your browser sessions ({device}) on {time}. Your password is the same as before.",
  "mail.session_ended.action": "Look at your sessions",
  "mail.session_ended.outro":
    "You can sign in again. If you didn't expect this, ask the people who run {app}.",
  "mail.application_revoked.subject": "Access of {application} revoked at {app}",
  "mail.application_revoked.intro":
    "An administrator of {app} revoked the access of the application “{application}” to your account on {time}.",
  "mail.application_revoked.action": "Look at your applications",
  "mail.application_revoked.outro":
    "If you still need it, ask the people who run {app} for the reason before you give it access again.",
  "mail.account_deleted.subject": "Your account at {app} was deleted",
  "mail.account_deleted.intro":
    "Your account at {app} was deleted on {time}. All its sessions and tokens have ended.",
  "mail.account_deleted.action": "Open {app}",
  "mail.account_deleted.outro":
    "If it was not you, tell the people who run {app} within 30 days: until then it can be restored.",
  "mail.account_restored.subject": "Your account at {app} was restored",
  "mail.account_restored.intro":
    "Your deleted account at {app} was restored on {time}. Your password and two-factor authentication are the same as before. Sessions, access tokens and connected applications from before stay ended.",
  "mail.account_restored.action": "Sign in",
  "mail.account_restored.outro": "If you didn't expect this, contact the people who run {app}.",
  "mail.refresh_token_reused.subject": "Access of {application} revoked at {app}",
  "mail.refresh_token_reused.intro":
    "A refresh token of the application “{application}” was used a second time on {time}. Somebody may have a copy of it, so everything that the application could do with your account has ended.",
  "mail.refresh_token_reused.action": "Look at your applications",
  "mail.refresh_token_reused.outro":
    "You can give the application access again. If this happens once more, ask its maker whether tokens leak.",
  "mail.token_created.subject": "New access token at {app}",
  "mail.token_created.intro":
    "A personal access token named “{token}” was created for your account at {app} on {time}.",
  "mail.token_created.action": "Look at your tokens",
  "mail.token_created.outro":
    "If it was you, you need not do anything. If not, revoke it and change your password.",
  "mail.client_created.subject": "New API client at {app}",
  "mail.client_created.intro":
    "An API client named “{client}” was created with your account at {app} on {time}.",
  "mail.client_created.action": "Look at the API clients",
  "mail.client_created.outro":
    "If it was you, you need not do anything. If not, delete the client and change your password now.",
  "mail.token_expiring.subject": "An access token of yours at {app} expires soon",
  "mail.token_expiring.intro":
    "Your personal access token “{token}” at {app} expires on {time}. What uses it will stop working then.",
  "mail.token_expiring.action": "Look at your tokens",
  "mail.token_expiring.outro":
    "If you still need it, create a new one before that day. If not, you need not do anything.",
  "mail.token_revoked.subject": "An access token of yours at {app} was revoked",
  "mail.token_revoked.intro":
    "Your personal access token “{token}” at {app} was revoked by an administrator on {time}. What used it does not work any more.",
  "mail.token_revoked.action": "Look at your tokens",
  "mail.token_revoked.outro":
    "If you still need it, ask the people who run {app} for the reason before you create a new one.",
  "mail.mail_test.subject": "Test mail of {app}",
  "mail.mail_test.intro":
    "This mail was sent on {time} from the mail settings of {app}. Since it has reached you, mails work.",
  "mail.mail_test.action": "Open the mail settings",
  "mail.mail_test.outro": "There is nothing for you to do.",
} as const;
