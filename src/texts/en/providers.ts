/** Sign-in with providers: rejections, events and mails. */
export const providers = {
  "provider.rejected.expired": "This sign-in has expired or was started in another browser. Start again.",
  "provider.rejected.unavailable":
    "{provider} can't be reached. Try again later, or choose another way to sign in.",
  "provider.rejected.disabled": "Sign-in with {provider} is turned off.",
  "provider.rejected.cancelled": "You cancelled the sign-in with {provider}.",
  "provider.rejected.failed": "The sign-in with {provider} failed. Try again.",
  "provider.rejected.unverified":
    "{provider} doesn't say that your email address is verified. Verify it there, then try again.",
  "provider.rejected.no_email":
    "{provider} sent no email address. Add one to your account there, or ask its administrator.",
  "provider.rejected.domain": "Sign-in with {provider} needs an email address at {domains}.",
  "provider.rejected.no_account":
    "No account here is linked to your {provider} account. Sign in another way, then link it on the security page.",
  "provider.rejected.other_account": "Start again: you're signed in with another account now.",
  "provider.rejected.not_linked": "That {provider} account isn't linked to your account.",
  "provider.rejected.not_fresh":
    "{provider} can't confirm that you've just signed in there. Set a password first, then confirm with it.",
  "provider.rejected.linked_elsewhere": "That {provider} account is linked to another account.",
  "provider.rejected.linked_already": "Your account is already linked to {provider}. Remove that link first.",
  "provider.rejected.email_taken":
    "The email address of that {provider} account belongs to another account here.",
  "identity.last_way_in":
    "This is the only way to sign in to this account. Set a password, add a passkey or link another provider first.",

  "activity.identity_linked": "Sign-in provider linked",
  "activity.identity_removed": "Sign-in provider unlinked",
  "activity.provider_created": "Sign-in provider added",
  "activity.provider_updated": "Sign-in provider changed",
  "activity.provider_deleted": "Sign-in provider deleted",
  "activity_log.type.sign_in_provider": "Sign-in provider",
  "activity_log.field.provider": "Provider",
  "activity_log.field.provider_client_id": "Client ID",
  "activity_log.field.enabled": "Enabled",
  "activity_log.field.create_accounts": "Creates accounts",
  "activity_log.field.emails_are_verified": "Its addresses are verified",
  "activity_log.field.provider_sign_ins": "Pending sign-ins at providers",
  "activity_log.field.links": "Linked accounts",

  "mail.identity_linked.subject": "{provider} was linked to your {app} account",
  "mail.identity_linked.intro":
    "The {provider} account {email} was linked to your {app} account on {time}. It can now sign in to your account.",
  "mail.identity_linked.action": "Review sign-in providers",
  "mail.identity_linked.outro":
    "If this was you, no action is needed. If not, remove the link and change your password now.",
  "mail.identity_removed.subject": "{provider} was unlinked from your {app} account",
  "mail.identity_removed.intro":
    "Your {provider} account was unlinked from your {app} account on {time}. It can no longer sign in to your account.",
  "mail.identity_removed.action": "Review sign-in providers",
  "mail.identity_removed.outro": "If this was you, no action is needed. If not, change your password now.",
  "mail.identity_removed_by_administrator.subject": "{provider} was unlinked from your {app} account",
  "mail.identity_removed_by_administrator.intro":
    "An administrator of {app} unlinked {provider} from your account on {time}.",
  "mail.identity_removed_by_administrator.action": "Review sign-in providers",
  "mail.identity_removed_by_administrator.outro":
    "If you didn't ask for this, contact the {app} team immediately.",
} as const;
