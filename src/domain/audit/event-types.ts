import { ACCOUNT_FIELD_NAMES } from "../../models/account-fields.js";
import type { Activity, ActivityEvent } from "./activities.js";
import type { SubjectKind } from "./snapshots.js";

type Values = Record<string, unknown>;

interface EventRule {
  /** The activities that make it; none for an event that is recorded by itself. */
  of: readonly ActivityEvent[];
  subject: SubjectKind;
  /** What a reader needs. */
  permission: string;
  /** Whether an activity makes it; every one does without this. */
  when?: (activity: Activity) => boolean;
  /** The former values among the changes of the activity, named as the API names them. */
  previous?: (changes: Values) => Values | null;
  /** Whether `data` is `{ user }` with what the activity adds, instead of the subject itself. */
  isComposed?: true;
}

/** What the API shows of an account and an administrator or the owner changes, except for the status. */
const USER_FIELDS: readonly string[] = [...ACCOUNT_FIELD_NAMES, "role"].filter(
  (name) => name !== "status" && name !== "locale",
);

const only =
  (names: readonly string[]) =>
  ({ before }: Values): Values | null =>
    someOf(Object.entries((before ?? {}) as Values).filter(([name]) => names.includes(name)));

const someOf = (entries: [string, unknown][]): Values | null =>
  entries.length === 0 ? null : Object.fromEntries(entries);

/** The changes of clients have `before` in each field. The picture is in `data` only. */
const formerOfClient = (changes: Values): Values | null =>
  someOf(
    Object.entries(changes).flatMap(([name, change]) =>
      name !== "logo" && change !== null && typeof change === "object" && "before" in change
        ? [[name, change.before]]
        : [],
    ),
  );

const changesOf = ({ changes }: Activity): Values => (changes ?? {}) as Values;
const formerFields = only(USER_FIELDS);

const USERS = { subject: "user", permission: "users.read" } as const;
const ROLES = { subject: "role", permission: "roles.read" } as const;
const CLIENTS = { subject: "client", permission: "api-clients.read" } as const;
const TOKENS = {
  subject: "token",
  permission: "api-tokens.read",
  // the tokens of applications aren't shown by the API
  when: ({ subject }: Activity) => subject?.type === "personal_access_token",
} as const;

/** All types of events: which activities make them, what they are about, and who may read them. */
export const EVENT_TYPES = {
  "user.created": { of: ["registered", "user_created"], ...USERS },
  "user.updated": {
    of: ["user_updated", "profile_updated", "email_changed", "avatar_changed", "avatar_removed"],
    ...USERS,
    // not for what the API doesn't show, such as the reason of a status
    when: (activity) => {
      const changes = changesOf(activity);
      return changes["before"] === undefined || formerFields(changes) !== null;
    },
    previous: formerFields,
  },
  "user.status_changed": {
    of: ["user_updated"],
    ...USERS,
    when: (activity) => only(["status"])(changesOf(activity)) !== null,
    previous: only(["status"]),
  },
  "user.deleted": { of: ["user_deleted"], ...USERS },
  "user.restored": { of: ["user_restored"], ...USERS },
  "user.anonymised": { of: [], ...USERS },
  "user.email_verified": { of: ["email_verified", "email_changed"], ...USERS },
  "user.password_changed": { of: ["password_changed", "password_reset", "password_removed"], ...USERS },
  "user.two_factor_changed": {
    of: ["two_factor_enabled", "two_factor_disabled"],
    ...USERS,
    isComposed: true,
  },
  "user.passkey_added": { of: ["passkey_added"], ...USERS, isComposed: true },
  "user.passkey_removed": { of: ["passkey_removed"], ...USERS, isComposed: true },
  "session.created": { of: ["login"], ...USERS, isComposed: true },
  "invitation.sent": {
    of: ["invitation_sent", "user_created", "user_updated"],
    ...USERS,
    when: ({ event, forEvents }) => event === "invitation_sent" || forEvents?.isInvitation === true,
  },
  "invitation.accepted": { of: [], ...USERS },
  "consent.granted": { of: ["application_authorized"], ...USERS, isComposed: true },
  "consent.revoked": { of: ["application_revoked"], ...USERS, isComposed: true },
  "role.created": { of: ["role_created"], ...ROLES },
  "role.updated": { of: ["role_updated"], ...ROLES, previous: only(["label", "rank"]) },
  "role.deleted": { of: ["role_deleted"], ...ROLES },
  "client.created": { of: ["client_created"], ...CLIENTS },
  "client.updated": { of: ["client_updated"], ...CLIENTS, previous: formerOfClient },
  "client.secret_rotated": { of: ["client_secret_rotated"], ...CLIENTS },
  "client.deleted": { of: ["client_deleted"], ...CLIENTS },
  "client.restored": { of: ["client_restored"], ...CLIENTS },
  "token.created": { of: ["token_created"], ...TOKENS },
  "token.revoked": { of: ["token_revoked"], ...TOKENS },
  "settings.changed": { of: ["settings_changed"], subject: "settings", permission: "settings.read" },
} as const satisfies Record<string, EventRule>;

export type EventType = keyof typeof EVENT_TYPES;

const RULES: Readonly<Record<EventType, EventRule>> = EVENT_TYPES;

export const isEventType = (type: string): type is EventType => Object.hasOwn(RULES, type);

/** What a reader of this type needs. */
export const permissionOf = (type: EventType): string => RULES[type].permission;

/** An event before it is written. */
export interface NewEvent {
  type: EventType;
  kind: SubjectKind;
  isComposed: boolean;
  activity: Omit<Activity, "event">;
  previous: Values | null;
}

/** An event of this type. */
export function eventOf(type: EventType, activity: Omit<Activity, "event">): NewEvent {
  const { subject: kind, previous, isComposed = false } = RULES[type];
  const former = previous?.((activity.changes ?? {}) as Values) ?? {};
  const values = { ...former, ...activity.forEvents?.previous };
  return { type, kind, isComposed, activity, previous: Object.keys(values).length === 0 ? null : values };
}

const BY_ACTIVITY = new Map<string, EventType[]>();
for (const [type, { of }] of Object.entries(RULES) as [EventType, EventRule][])
  for (const activity of of) BY_ACTIVITY.set(activity, [...(BY_ACTIVITY.get(activity) ?? []), type]);

/** The events that an activity makes. */
export const eventsOf = (activity: Activity): NewEvent[] =>
  (BY_ACTIVITY.get(activity.event) ?? [])
    .filter((type) => RULES[type].when?.(activity) !== false)
    .map((type) => eventOf(type, activity));
