/** Passkeys: failures, events and mails. */
export const passkeys = {
  "passkey.not_created": "The passkey couldn't be verified. Try again.",
  "passkey.too_many": "An account can have at most {max} passkeys. Remove one first.",
  "passkey.exists": "This passkey is already registered.",
  "passkey.last_way_in":
    "This passkey is the only way to sign in to this account. Add another passkey or set a password first.",
  "own_password.needs_synced": "Add a synced passkey before you remove your password.",
  "own_password.already_none": "Your account has no password.",
  "activity.passkey_used": "Passkey used",
  "activity.passkey_added": "Passkey added",
  "activity.passkey_renamed": "Passkey renamed",
  "activity.passkey_removed": "Passkey removed",
  "activity.passkey_count_decreased": "Passkey may have been copied",
  "activity.password_removed": "Password removed",
  "activity_log.field.method": "Method",
  "activity_log.field.passkey": "Passkey",
  "activity_log.field.purpose": "Purpose",

  "mail.passkey_added.subject": "New passkey for your {app} account",
  "mail.passkey_added.intro": "The passkey “{passkey}” was added to your {app} account on {time}.",
  "mail.passkey_added.action": "Review passkeys",
  "mail.passkey_added.outro":
    "If this was you, no action is needed. If not, remove the passkey and change your password now.",
  "mail.passkey_removed.subject": "Passkey removed from your {app} account",
  "mail.passkey_removed.intro": "The passkey “{passkey}” was removed from your {app} account on {time}.",
  "mail.passkey_removed.action": "Review passkeys",
  "mail.passkey_removed.outro": "If this was you, no action is needed. If not, change your password now.",
  "mail.passkey_removed_by_administrator.subject": "Passkey removed from your {app} account",
  "mail.passkey_removed_by_administrator.intro":
    "An administrator of {app} removed the passkey “{passkey}” from your account on {time}.",
  "mail.passkey_removed_by_administrator.action": "Review passkeys",
  "mail.passkey_removed_by_administrator.outro":
    "If you didn't ask for this, contact the {app} team immediately.",
  "mail.passkey_copied.subject": "A passkey of your {app} account may have been copied",
  "mail.passkey_copied.intro":
    "The passkey “{passkey}” was used on {time}, but its use counter didn't increase. Another device may have a copy of it.",
  "mail.passkey_copied.action": "Review passkeys",
  "mail.passkey_copied.outro":
    "Remove the passkey and create a new one, unless you have reset or restored the security key yourself.",
  "mail.password_removed.subject": "Your {app} password was removed",
  "mail.password_removed.intro":
    "The password of your {app} account was removed on {time}. You now sign in with a passkey.",
  "mail.password_removed.action": "Review security settings",
  "mail.password_removed.outro":
    "If this was you, no action is needed. If not, reset your password and contact the {app} team.",
} as const;
