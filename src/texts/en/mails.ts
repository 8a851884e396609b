/** Mails: subject, what happened, the button, what to do. */
export const mails = {
  "mail.greeting": "Hello {name},",
  "mail.greeting.nameless": "Hello,",
  "mail.link_hint": "If the button doesn't work, copy this address into your browser:",
  "mail.reason.account": "This is a required security notice about your account at {app}.",
  "mail.reason.address":
    "You received this email because this address was entered at {app}. If that wasn't you, ignore it.",
  "mail.verify_email.subject": "Verify your email for {app}",
  "mail.verify_email.intro": "Confirm that this is your email address to use it at {app}.",
  "mail.verify_email.action": "Verify email",
  "mail.verify_email.outro":
    "The link works for one hour. If you didn't create an account, no action is needed.",
  "mail.invitation.subject": "You're invited to {app}",
  "mail.invitation.intro":
    "An administrator of {app} created an account for you. Choose a password to get started.",
  "mail.invitation.action": "Choose a password",
  "mail.invitation.outro":
    "The link works once, for 7 days. If it has expired, ask an administrator for a new one.",
  "mail.organisation_invitation.subject": "You're invited to {organisation} at {app}",
  "mail.organisation_invitation.intro":
    "{inviter} invited you to join the organisation {organisation} at {app}. Your role in it: {role}.",
  "mail.organisation_invitation.inviter": "Someone",
  "mail.organisation_invitation.action": "See the invitation",
  "mail.organisation_invitation.outro":
    "The link works once, for 7 days. If you don't want to join, no action is needed.",
  "mail.domain_code.subject": "Code for {domain} at {app}",
  "mail.domain_code.intro":
    "The organisation {organisation} at {app} says that {domain} is its domain. If this is true, give the organisation this code: {code}",
  "mail.domain_code.action": "See what {app} is",
  "mail.domain_code.outro":
    "The code works for a day. If you don't know the organisation, no action is needed.",
  "mail.join_requested.subject": "{person} asks to join {organisation}",
  "mail.join_requested.intro":
    "{person} asks to join the organisation {organisation} at {app}, with an address of its domain.",
  "mail.join_requested.action": "See the requests",
  "mail.join_requested.outro": "Accept or decline the request. Until then, nothing changes.",
  "mail.join_accepted.subject": "You're a member of {organisation} at {app}",
  "mail.join_accepted.intro": "Your request to join the organisation {organisation} at {app} was accepted.",
  "mail.join_accepted.action": "See the organisation",
  "mail.join_accepted.outro": "You can leave the organisation on this page.",
  "mail.reset_password.subject": "Reset your {app} password",
  "mail.reset_password.intro": "We received a request to reset your {app} password.",
  "mail.reset_password.action": "Choose a new password",
  "mail.reset_password.outro":
    "The link works once, for 60 minutes. If you didn't request it, no action is needed: your password stays the same.",
  "mail.password_changed.subject": "Your {app} password was changed",
  "mail.password_changed.intro": "The password of your {app} account was changed on {time}.",
  "mail.password_changed.action": "Reset your password",
  "mail.password_changed.outro":
    "If this was you, no action is needed. If not, reset your password now and contact the {app} team.",
  "mail.password_set.subject": "Your {app} password was set by an administrator",
  "mail.password_set.intro":
    "An administrator of {app} set a new password for your account on {time}. All your sessions and access tokens ended, and your previous password no longer works.",
  "mail.password_set.action": "Choose your own password",
  "mail.password_set.outro":
    "Choose a password that only you know. If you didn't expect this, contact the {app} team.",
  "mail.new_device.subject": "New sign-in to {app}",
  "mail.new_device.intro":
    "Your {app} account was signed in to from a new browser: {device}, IP address {ip}, on {time}.",
  "mail.new_device.action": "Review sessions",
  "mail.new_device.outro":
    "If this was you, no action is needed. If not, change your password now: that ends all other sessions.",
  "mail.two_factor_changed.subject": "Your {app} second factor was changed",
  "mail.two_factor_changed.intro":
    "The two-factor settings of your {app} account were changed on {time}: {change}",
  "mail.two_factor_changed.action": "Review security settings",
  "mail.two_factor_changed.outro": "If this was you, no action is needed. If not, change your password now.",
  "mail.two_factor_removed.subject": "Your {app} second factor was removed",
  "mail.two_factor_removed.intro":
    "An administrator of {app} turned off two-factor authentication for your account on {time}. Only your password protects it now.",
  "mail.two_factor_removed.action": "Set it up again",
  "mail.two_factor_removed.outro":
    "Set it up again as soon as possible. If you didn't ask for this, contact the {app} team immediately.",
  "mail.two_factor_failures.subject": "Failed two-factor attempts at {app}",
  "mail.two_factor_failures.intro":
    "Someone who knows your {app} password repeatedly entered wrong two-factor codes. We've paused your second factor for {minutes} minutes.",
  "mail.two_factor_failures.action": "Reset your password",
  "mail.two_factor_failures.outro": "If this wasn't you, change your password: someone else knows it.",
  "mail.email_change_requested.subject": "Your {app} email is about to change",
  "mail.email_change_requested.intro":
    "We received a request to change the email of your {app} account to {email}. It changes when the link in the email to that address is opened.",
  "mail.email_change_requested.action": "Review profile",
  "mail.email_change_requested.outro": "If this wasn't you, change your password now.",
  "mail.email_changed.subject": "Your {app} email was changed",
  "mail.email_changed.intro":
    "The email of your {app} account was changed to {email} on {time}. Sign in with the new address from now on.",
  "mail.email_changed.action": "Sign in",
  "mail.email_changed.outro": "If you didn't expect this, contact the {app} team immediately.",
  "mail.email_taken.subject": "You already have a {app} account",
  "mail.email_taken.intro": "Someone tried to use this email for an account at {app}. You already have one.",
  "mail.email_taken.action": "Sign in",
  "mail.email_taken.outro":
    "If you forgot your password, you can reset it on the sign-in page. If this wasn't you, no action is needed.",
  "mail.access_ended.subject": "You were signed out of {app} everywhere",
  "mail.access_ended.intro":
    "An administrator of {app} ended all sessions, access tokens and connected applications of your account on {time}. Your password hasn't changed.",
  "mail.access_ended.action": "Sign in again",
  "mail.access_ended.outro":
    "Programs that used one of the tokens need a new one. If you didn't expect this, contact the {app} team.",
  "mail.session_ended.subject": "One of your {app} sessions was ended",
  "mail.session_ended.intro":
    "An administrator of {app} ended one of your sessions ({device}) on {time}. Your password hasn't changed.",
  "mail.session_ended.action": "Review sessions",
  "mail.session_ended.outro": "You can sign in again. If you didn't expect this, contact the {app} team.",
  "mail.application_revoked.subject": "Access of {application} revoked at {app}",
  "mail.application_revoked.intro":
    "An administrator of {app} revoked the access of the application “{application}” to your account on {time}.",
  "mail.application_revoked.action": "Review connected applications",
  "mail.application_revoked.outro":
    "If you still need it, contact the {app} team before you connect it again.",
  "mail.account_deleted.subject": "Your {app} account was deleted",
  "mail.account_deleted.intro":
    "Your {app} account was deleted on {time}. All its sessions and tokens ended.",
  "mail.account_deleted.action": "Open {app}",
  "mail.account_deleted.outro":
    "If this wasn't you, contact the {app} team within 30 days: until then, the account can be restored.",
  "mail.account_restored.subject": "Your {app} account was restored",
  "mail.account_restored.intro":
    "Your deleted {app} account was restored on {time}. Your password and two-factor authentication haven't changed. Sessions, access tokens and connected applications stay ended.",
  "mail.account_restored.action": "Sign in",
  "mail.account_restored.outro": "If you didn't expect this, contact the {app} team.",
  "mail.refresh_token_reused.subject": "Access of {application} revoked at {app}",
  "mail.refresh_token_reused.intro":
    "A refresh token of the application “{application}” was used twice on {time}. Someone may have copied it, so we revoked the application's access to your account.",
  "mail.refresh_token_reused.action": "Review connected applications",
  "mail.refresh_token_reused.outro":
    "You can connect the application again. If this happens again, contact its developer.",
  "mail.token_created.subject": "New access token at {app}",
  "mail.token_created.intro":
    "A personal access token named “{token}” was created for your {app} account on {time}. It can do everything you can do through the API, except change how you sign in.",
  "mail.token_created.action": "Review access tokens",
  "mail.token_created.outro":
    "If this was you, no action is needed. If not, revoke it and change your password.",
  "mail.limited_token_created.subject": "New access token at {app}",
  "mail.limited_token_created.intro":
    "A personal access token named “{token}” was created for your {app} account on {time}. It can do what its scopes open: {scopes}.",
  "mail.limited_token_created.action": "Review access tokens",
  "mail.limited_token_created.outro":
    "If this was you, no action is needed. If not, revoke it and change your password.",
  "mail.client_created.subject": "New application at {app}",
  "mail.client_created.intro":
    "An application named “{client}” was created with your {app} account on {time}.",
  "mail.client_created.action": "Review applications",
  "mail.client_created.outro":
    "If this was you, no action is needed. If not, delete the application and change your password now.",
  "mail.webhook_created.subject": "New webhook at {app}",
  "mail.webhook_created.intro":
    "A webhook for {host} was created with your {app} account on {time}. It is sent what your account can read.",
  "mail.webhook_created.action": "Review webhooks",
  "mail.webhook_created.outro":
    "If this was you, no action is needed. If not, delete the webhook and change your password now.",
  "mail.webhook_failed.subject": "A webhook at {app} is paused",
  "mail.webhook_failed.intro":
    "{host} didn't accept events of {app} for 3 days, or answered that it is gone. Your webhook for it has been paused since {time}.",
  "mail.webhook_failed.action": "Review webhooks",
  "mail.webhook_failed.outro":
    "Repair the receiver, then resume the webhook: what has waited is sent then, and you can send again what has failed.",
  "mail.webhook_without_rights.subject": "A webhook at {app} is paused",
  "mail.webhook_without_rights.intro":
    "Your {app} account can't read the events any more that your webhook for {host} was made for. It has been paused since {time}.",
  "mail.webhook_without_rights.action": "Review webhooks",
  "mail.webhook_without_rights.outro":
    "If it is still needed, ask an administrator for the permission, or let someone else create a webhook.",
  "mail.webhook_of_ended_owner.subject": "A webhook at {app} is paused",
  "mail.webhook_of_ended_owner.intro":
    "The owner of the webhook for {host} at {app} was deleted or can't sign in any more. It has been paused since {time}.",
  "mail.webhook_of_ended_owner.action": "Review webhooks",
  "mail.webhook_of_ended_owner.outro":
    "If it is still needed, create a webhook for the same address. If not, delete it.",
  "mail.token_expiring.subject": "Your {app} access token expires soon",
  "mail.token_expiring.intro":
    "Your personal access token “{token}” at {app} expires on {time}. Anything using it will stop working then.",
  "mail.token_expiring.action": "Review access tokens",
  "mail.token_expiring.outro":
    "If you still need it, create a new one before then. If not, no action is needed.",
  "mail.token_revoked.subject": "Your {app} access token was revoked",
  "mail.token_revoked.intro":
    "An administrator of {app} revoked your personal access token “{token}” on {time}. Anything that used it no longer works.",
  "mail.token_revoked.action": "Review access tokens",
  "mail.token_revoked.outro": "If you still need one, contact the {app} team before you create it.",
  "mail.mail_test.subject": "Test email from {app}",
  "mail.mail_test.intro":
    "This email was sent from the email settings of {app} on {time}. Your email settings work.",
  "mail.mail_test.action": "Open email settings",
  "mail.mail_test.outro": "No action is needed.",
} as const;
