/** The administration of one account. */
export const account = {
  "field.role": "Role",
  "field.status": "Status",

  "account.title": "User account",
  "account.back": "All users",
  "account.own":
    "This is your account. Change your email, password, picture and second factor on your account pages. Only another administrator can change your role and status.",
  "account.own.profile": "Open your profile",
  "account.above":
    "This account has more rights than you. Only someone with all of its rights can change its email, role, password, second factor and access.",

  "account.above.short": "It has more rights than you.",
  "account.form": "Account",
  "account.email.hint": "Takes effect immediately. We notify the old address.",
  "account.email.hint_verify":
    "Takes effect immediately. We email a link to verify the new address and notify the old one.",
  "account.email.own": "Change it on your profile, with a link that verifies the new address.",
  "account.role.hint": "You can assign only roles with no more rights than yours.",
  "account.status.hint_one": "{statuses} ends all sessions and tokens immediately.",
  "account.status.hint_other": "{statuses} end all sessions and tokens immediately.",
  "account.status.hint_off":
    "This service is configured not to end sessions or tokens when the status changes.",
  "account.status.confirm": "Set the status of {name} to “{status}”",
  "account.status.ask":
    "The account is cut off immediately: all its access ends, and a later change of status doesn't restore it. Nothing has been saved yet.",
  "account.status.submit": "Save and revoke access",
  "account.saved_cut_off": "Changes saved. Access revoked: {what}.",

  "account.password.intro":
    "All sessions and tokens end immediately. We don't email the password; share it securely. We tell the owner that it was set.",
  "account.password.submit": "Set password",
  "account.password.saved": "Password set. Access revoked: {what}.",

  "account.picture.changed": "Picture changed.",
  "account.picture.removed": "Picture removed.",
  "account.picture.remove_of": "Remove the picture of {name}",
  "account.picture.ask": "Their initials are shown instead.",

  "account.security": "Security",
  "account.email.verified": "Verified {time}",
  "account.email.waiting": "Waiting for the link sent to {email} to be opened",
  "account.verification.send": "Resend email",
  "account.verification.sent": "Verification email resent.",
  "account.verification.nothing": "There's nothing to verify, so no email was sent.",
  "account.two_factor.on": "Turned on {time}",
  "account.two_factor.unused": "Turned on {time}, but off for the whole service",
  "account.two_factor.off": "Off. Only the password protects this account.",
  "account.two_factor.not_on": "Two-factor authentication isn't on for this account.",
  "account.two_factor.required": "Required",
  "account.two_factor.due": "Required by {time}",
  "account.two_factor.overdue":
    "Required since {time}. Until it is set up, this account can do nothing else.",
  "account.two_factor.remove": "Remove",
  "account.two_factor.remove_of": "Remove the second factor of {name}",
  "account.two_factor.ask":
    "Then only the password protects the account. We notify the owner by email. Make sure the request really comes from them.",
  "account.two_factor.confirm": "Remove second factor",
  "account.two_factor.removed": "Two-factor authentication is off. We've notified the owner by email.",
  "account.access": "Active sessions and tokens",
  "account.access.sessions_one": "{count} session",
  "account.access.sessions_other": "{count} sessions",
  "account.access.tokens_one": "{count} access token",
  "account.access.tokens_other": "{count} access tokens",
  "account.access.applications_one": "{count} application",
  "account.access.applications_other": "{count} applications",
  "account.access.nothing": "No active sessions or tokens",
  "account.access.none": "no active sessions or tokens",
  "account.access.nothing_ended": "There were no active sessions or tokens.",
  "account.access.end": "Revoke all",
  "account.access.end_of": "Revoke all sessions and tokens of {name}",
  "account.access.ask":
    "All sessions, access tokens, applications and reset links end. The account stays active and can sign in again. We notify the owner by email.",
  "account.access.confirm": "Revoke all",
  "account.access.ended": "Access revoked: {what}. We've notified the owner by email.",
  "account.last_sign_in.at": "{time} from {ip}",

  "account.id": "ID",
  "account.activity.by": "by {name}",
  "account.activity.all": "All activity of this account",

  "account.delete.title": "Delete account",
  "account.delete.of": "Delete the account of {name}",
  "account.delete.intro":
    "All sessions and tokens end immediately and the address can be reused. You can restore the account for 30 days; then its personal data is permanently erased.",
  "account.delete.ask": "The account of {email} is cut off immediately. We notify the owner by email.",
  "account.delete.confirm": "Delete account",
  "account.deleted": "The account of {name} was deleted. You can restore it for 30 days.",
  "account.restored": "The account of {name} was restored. We've notified the owner by email.",

  "account.create.title": "New user",
  "account.create.intro": "We don't email the password; share it securely.",
  "account.create.intro_verify":
    "We email a link to verify the address. We don't email the password; share it securely.",
  "field.first_password": "First password",
  "account.create.first_password.invite": "Send an invitation",
  "account.create.first_password_hint.invite":
    "The user gets a link, valid for 7 days, and chooses a password.",
  "account.create.first_password.set": "Set a password",
  "account.create.first_password_hint.set": "The user must change it after the first sign-in.",
  "account.invited_flash": "The account of {name} was created. We've sent an invitation to {email}.",
  "account.invitation.open": "Invited, no password yet",
  "account.invitation.send": "Resend invitation",
  "account.invitation.sent": "Invitation resent.",
  "account.invitation.nothing": "No invitation is pending, so no email was sent.",
  "account.reset_link.send": "Send reset link",
  "account.reset_link.sent": "We've sent a link to choose a new password to {email}.",
  "account.reset_link.nothing": "This account can't reset its password, so no email was sent.",
  "account.create.submit": "Create user",
  "account.created_flash": "The account of {name} was created.",
} as const;
