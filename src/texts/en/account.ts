/** The administration of one account. */
export const account = {
  "field.role": "Role",
  "field.status": "Status",

  "account.title": "User account",
  "account.back": "All users",
  "account.own":
    "This is your own account. You change your address, password, picture and second factor on your profile; your role and status are for another administrator.",
  "account.own.profile": "Open your profile",
  "account.above":
    "This account may do more than you. Its address, role, password, second factor and access are for somebody who may do everything that it may.",

  "account.above.short": "It may do more than you.",
  "account.form": "Account",
  "account.email.hint": "A new address counts at once, and the former one is told.",
  "account.email.hint_verify":
    "A new address counts at once and has to be verified by a link that is mailed to it. The former one is told.",
  "account.email.own": "On your profile you change it with a link that proves the new one.",
  "account.role.hint":
    "Decides what the account may do. You can give the roles that may do nothing more than you.",
  "account.status.hint_one": "{statuses} ends every session and token of the account at once.",
  "account.status.hint_other": "{statuses} end every session and token of the account at once.",
  "account.status.hint_off":
    "The service is configured to cut nobody off: a status ends no session and no token.",
  "account.saved_cut_off":
    "The changes were saved, and the account is cut off. Ended: browser sessions {sessions}, access tokens {tokens}, applications {applications}.",

  "account.password.intro":
    "A new password ends every session and token of the account at once. It is not mailed: tell it to the person yourself. They are told that it was set.",
  "account.password.submit": "Set the password",
  "account.password.saved":
    "The password was set. Ended: browser sessions {sessions}, access tokens {tokens}, applications {applications}.",

  "account.picture.changed": "The picture was changed.",
  "account.picture.removed": "The picture was removed.",
  "account.picture.ask": "Remove the picture of {name}? Its initials are shown instead.",

  "account.security": "Security",
  "account.email.verified": "Verified {date}",
  "account.email.waiting": "Waiting for the link to {email} to be opened",
  "account.verification.send": "Send the mail again",
  "account.verification.sent": "The verification mail was sent again.",
  "account.verification.nothing": "There is nothing to verify: no mail was sent.",
  "account.two_factor.on": "On since {date}",
  "account.two_factor.unused": "On since {date}, but switched off for the whole service",
  "account.two_factor.off": "Off: the password alone opens the account.",
  "account.two_factor.not_on": "Two-factor authentication of this account is not on.",
  "account.two_factor.remove": "Remove",
  "account.two_factor.remove_of": "Remove the second factor of {name}",
  "account.two_factor.ask":
    "Remove the second factor of {name}? From then on the password alone opens the account. The person is told by mail. Make sure that it is really they who ask for this.",
  "account.two_factor.confirm": "Remove the second factor",
  "account.two_factor.removed": "Two-factor authentication is off. The person was told by mail.",
  "account.access": "Open access",
  "account.access.sessions_one": "{count} browser session",
  "account.access.sessions_other": "{count} browser sessions",
  "account.access.tokens_one": "{count} access token",
  "account.access.tokens_other": "{count} access tokens",
  "account.access.applications_one": "{count} application",
  "account.access.applications_other": "{count} applications",
  "account.access.nothing": "No session, token or application is open.",
  "account.access.nothing_ended": "There was nothing to end.",
  "account.access.end": "End all",
  "account.access.end_of": "End all sessions and tokens of {name}",
  "account.access.ask":
    "End all sessions, access tokens and applications of {name}, and reset links, too? The account stays as it is and can sign in again with its password. The person is told by mail.",
  "account.access.confirm": "End all sessions and tokens",
  "account.access.ended":
    "Ended: browser sessions {sessions}, access tokens {tokens}, applications {applications}. The person was told by mail.",
  "account.last_sign_in.at": "{time} from {ip}",

  "account.id": "ID",
  "account.activity.by": "by {name}",
  "account.activity.all": "All activity of this account",

  "account.delete.title": "Delete the account",
  "account.delete.intro":
    "Everything that the account has open ends at once, and its address is free for a new account. For 30 days it can be restored; then name, address and settings are erased for good.",
  "account.delete.ask": "Delete the account of {name} ({email})? The person is told by mail.",
  "account.delete.confirm": "Delete account",
  "account.deleted": "The account of {name} was deleted. It can be restored for 30 days.",
  "account.restored": "The account of {name} was restored. We've notified the owner by email.",

  "account.create.title": "New user",
  "account.create.intro": "The password is not mailed: tell it to the person yourself.",
  "account.create.intro_verify":
    "The person gets a mail with a link to verify the address. The password is not mailed: tell it to them yourself.",
  "account.create.submit": "Create user",
  "account.created_flash": "The account of {name} was created.",
} as const;
