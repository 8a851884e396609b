/** Sign-in with providers: refusals, events and mails. */
export const providers = {
  "provider.refused.expired": "This sign-in has expired or was started in another browser. Start again.",
  "provider.refused.unavailable":
    "{provider} can't be reached. Try again later, or choose another way to sign in.",
  "provider.refused.disabled": "Sign-in with {provider} is turned off.",
  "provider.refused.cancelled": "You cancelled the sign-in with {provider}.",
  "provider.refused.failed": "The sign-in with {provider} failed. Try again.",
  "provider.refused.unverified":
    "{provider} doesn't say that your email address is verified. Verify it there, then try again.",
  "provider.refused.no_email":
    "{provider} sent no email address. Add one to your account there, or ask its administrator.",
  "provider.refused.domain": "Sign-in with {provider} needs an email address at {domains}.",
  "provider.refused.no_account":
    "No account here is linked to your {provider} account. Sign in another way, then link it on the security page.",
  "provider.refused.other_account": "Start again: you're signed in with another account now.",
  "provider.refused.not_linked": "That {provider} account isn't linked to your account.",
  "provider.refused.not_fresh":
    "{provider} can't confirm that you've just signed in there. Set a password first, then confirm with it.",
  "provider.refused.linked_elsewhere": "That {provider} account is linked to another account.",
  "provider.refused.linked_already": "Your account is already linked to {provider}. Remove that link first.",
  "provider.refused.email_taken":
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
