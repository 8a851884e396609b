/** Passkeys: the card of the security page, the page that creates one, and signing in with one. */
export const passkeyPages = {
  "passkeys.title": "Passkeys",
  "passkeys.intro":
    "Sign in with your fingerprint, face, screen lock or a security key. A passkey replaces your password and your second factor.",
  "passkeys.none": "You have no passkeys yet.",
  "passkeys.list": "Your passkeys",
  "passkeys.add": "Add a passkey",
  "passkeys.synced": "Synced",
  "passkeys.not_synced": "This device only",
  "passkeys.added": "Added {time}",
  "passkeys.last_used": "last used {time}",
  "passkeys.never_used": "never used",
  "passkeys.rename": "Rename",
  "passkeys.rename_title": "Rename passkey",
  "passkeys.rename_ask": "Choose a name that tells you where this passkey is stored.",
  "passkeys.renamed": "Passkey renamed.",
  "passkeys.remove": "Remove",
  "passkeys.remove_title": "Remove passkey",
  "passkeys.remove_ask":
    "“{name}” will no longer sign you in. Delete it on your device or in your password manager, too.",
  "passkeys.removed": "Passkey removed.",
  "passkeys.recovery":
    "If you lose all your passkeys, sign in with your password or reset it by email. Recovery codes replace a passkey where a second factor is asked for.",
  "passkeys.recovery_by_mail":
    "If you lose all your passkeys, set a password by email. Recovery codes replace a passkey where a second factor is asked for.",
  "passkeys.show_codes": "Show recovery codes",
  "passkeys.codes_left_one": "{count} recovery code left.",
  "passkeys.codes_left_other": "{count} recovery codes left.",
  "passkeys.codes_none": "No recovery codes left. Create new ones before you need them.",
  "passkeys.one_device":
    "Your only passkey isn't synced. Add another one, so that you can still sign in if you lose this device.",

  "passkey.create.title": "Create a passkey",
  "passkey.create.intro":
    "Next time, sign in with your fingerprint, face or screen lock. There's no password to remember or to steal.",
  "passkey.create.name": "Name (optional)",
  "passkey.create.name_hint": "Leave blank to use the name of your device or password manager.",
  "passkey.create.submit": "Create passkey",
  "passkey.create.later": "Not now",
  "passkey.created": "Passkey added.",
  "passkey.created_with_codes": "Passkey added. Store your recovery codes somewhere safe.",
  "passkey.needs_script": "Passkeys need JavaScript. You can use a password instead.",
  "passkey.unsupported": "This browser doesn't support passkeys.",
  "passkey.cancelled": "The passkey wasn't used. Try again, or choose another way.",
  "passkey.exists_here": "This device already has a passkey for your account.",
  "passkey.failed": "That didn't work. Reload the page and try again.",

  "passkey.offer.title": "Sign in faster next time",
  "passkey.offer.intro": "Create a passkey to sign in with your fingerprint, face or screen lock.",
  "passkey.offer.dismiss": "Don't ask again",

  "login.passkey": "Sign in with a passkey",
  "login.or": "or",
  "challenge.passkey": "Use a passkey",
  "challenge.intro_passkey": "Use your passkey, or one of your recovery codes.",
  "challenge.intro_either": "Use your passkey, or enter the code from your authenticator app.",
  "confirm.passkey": "Use a passkey",
  "confirm.title_passkey": "Confirm it's you",
  "confirm.intro_passkey": "For your security, confirm with your passkey to continue.",
  "confirm.intro_either": "For your security, enter your password or use a passkey to continue.",

  "own_password.none": "Your account has no password. You sign in another way.",
  "own_password.set": "Email a link to set one",
  "own_password.link_sent": "We've emailed you a link to set a password.",
  "own_password.remove": "Remove password",
  "own_password.remove_title": "Remove your password",
  "own_password.remove_ask":
    "You can then sign in only with a passkey. If you lose all your passkeys, set a new password by email.",
  "own_password.removed": "Your password was removed and all other sessions ended.",
  "delete_account.needs_password":
    "Your account has no password. Set one on the security page before you delete the account.",

  "account.passkey.remove_ask": "The owner can no longer sign in with “{name}” and gets an email.",
  "account.factor.password": "Password",
  "account.factor.passkeys_one": "{count} passkey",
  "account.factor.passkeys_other": "{count} passkeys",
  "account.factor.app": "Authenticator app",
  "account.factors": "Sign-in methods",
  "account.factor.none": "None",
} as const;
