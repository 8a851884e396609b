/** The audit events by subject, in the past tense. */
export const ACTIVITY_EVENTS = {
  sign_in: [
    "login",
    "login_failed",
    "logout",
    "two_factor_failed",
    "recovery_code_used",
    "passkey_used",
    "sessions_ended",
  ],
  account: [
    "registered",
    "email_verified",
    "email_changed",
    "password_changed",
    "password_reset",
    "profile_updated",
    "avatar_changed",
    "avatar_removed",
    "two_factor_enabled",
    "two_factor_disabled",
    "recovery_codes_regenerated",
    "passkey_added",
    "passkey_renamed",
    "passkey_removed",
    "passkey_count_decreased",
    "password_removed",
    "identity_linked",
    "identity_removed",
  ],
  access: [
    "token_created",
    "token_revoked",
    "tokens_revoked",
    "application_authorized",
    "application_denied",
    "application_revoked",
    "authorization_code_replayed",
    "refresh_token_reused",
  ],
  administration: [
    "user_created",
    "user_updated",
    "user_deleted",
    "user_restored",
    "users_exported",
    "import_started",
    "import_finished",
    "import_undone",
    "account_cut_off",
    "access_ended",
    "verification_sent",
    "invitation_sent",
    "reset_link_sent",
    "role_created",
    "role_updated",
    "role_deleted",
    "client_created",
    "client_updated",
    "client_secret_rotated",
    "client_deleted",
    "client_restored",
    "webhook_created",
    "webhook_updated",
    "webhook_secret_rotated",
    "webhook_paused",
    "webhook_deleted",
    "organisation_created",
    "organisation_updated",
    "organisation_deleted",
    "organisation_role_created",
    "organisation_role_updated",
    "organisation_role_deleted",
    "member_invited",
    "member_invitation_revoked",
    "organisation_domain_added",
    "organisation_domain_verified",
    "organisation_domain_removed",
    "organisation_domain_updated",
    "organisation_domain_code_sent",
    "join_requested",
    "join_declined",
    "provisioning_token_created",
    "provisioning_token_deleted",
    "membership_created",
    "membership_updated",
    "membership_deleted",
    "settings_changed",
    "definition_changed",
    "activity_exported",
    "signing_keys_replaced",
    "provider_created",
    "provider_updated",
    "provider_deleted",
    "mails_requeued",
    "values_reencrypted",
    "backup_created",
    "backup_restored",
  ],
} as const;
export type EventGroup = keyof typeof ACTIVITY_EVENTS;
export type ActivityEvent = (typeof ACTIVITY_EVENTS)[EventGroup][number];

/** Days after which the prune command deletes a row. */
export const ACTIVITY_DAYS = 400;

export interface Activity {
  event: ActivityEvent;
  actorId: string | null;
  subject?: { type: string; id: string };
  /** The user concerned when the subject isn't a user. The rank rule hides such a row like the user's own rows. */
  ownerId?: string | null;
  /** The values before and after, or other details. It never contains a secret. */
  changes?: object;
  /** What its events have beside that. The audit log doesn't keep it. */
  forEvents?: {
    /** Added to `data`, or all of it where the subject isn't a row. */
    data?: object;
    /** Former values that `changes` doesn't have in the API's form. */
    previous?: object;
    /** Whether an invitation was sent. */
    isInvitation?: boolean;
  };
}
