import { ACCOUNT_FIELD_NAMES } from "../../models/account-fields.js";
import type { Activity, ActivityEvent } from "./activities.js";
import type { SubjectKind } from "./snapshots.js";

type Values = Record<string, unknown>;

interface EventRule {
  /** The activities that make it. */
  of: readonly ActivityEvent[];
  subject: SubjectKind;
  /** What a reader needs. */
  permission: string;
  /** Whether an activity makes it; every one does without this. */
  when?: (activity: Activity) => boolean;
  /** The former values among the changes of the activity, named as the API names them. */
  previous?: (before: Values) => Values | null;
}

/** What the API shows of an account and an administrator or the owner changes, except for the status. */
const USER_FIELDS: readonly string[] = [...ACCOUNT_FIELD_NAMES, "role"].filter(
  (name) => name !== "status" && name !== "locale",
);

const only =
  (names: readonly string[]) =>
  (values: Values): Values | null => {
    const some = Object.entries(values).filter(([name]) => names.includes(name));
    return some.length === 0 ? null : Object.fromEntries(some);
  };

const beforeOf = ({ changes }: Activity): Values | undefined => (changes as { before?: Values })?.before;

const USERS = { subject: "user", permission: "users.read" } as const;
const formerFields = only(USER_FIELDS);

/** All types of events: which activities make them, what they are about, and who may read them. */
export const EVENT_TYPES = {
  "user.created": { of: ["registered", "user_created"], ...USERS },
  "user.updated": {
    of: ["user_updated", "profile_updated", "email_changed", "avatar_changed", "avatar_removed"],
    ...USERS,
    // not for what the API doesn't show, such as the reason of a status
    when: (activity) => {
      const before = beforeOf(activity);
      return before === undefined || formerFields(before) !== null;
    },
    previous: formerFields,
  },
  "user.status_changed": {
    of: ["user_updated"],
    ...USERS,
    when: (activity) => beforeOf(activity)?.["status"] !== undefined,
    previous: only(["status"]),
  },
  "user.deleted": { of: ["user_deleted"], ...USERS },
  "user.restored": { of: ["user_restored"], ...USERS },
  "user.email_verified": { of: ["email_verified", "email_changed"], ...USERS },
  "user.password_changed": { of: ["password_changed", "password_reset", "password_removed"], ...USERS },
} as const satisfies Record<string, EventRule>;

export type EventType = keyof typeof EVENT_TYPES;

const RULES: Readonly<Record<string, EventRule>> = EVENT_TYPES;

export const isEventType = (type: string): type is EventType => Object.hasOwn(RULES, type);

/** What a reader of this type needs. */
export const permissionOf = (type: EventType): string => EVENT_TYPES[type].permission;

export interface RecordedEvent {
  type: EventType;
  kind: SubjectKind;
  activity: Activity;
  previous: Values | null;
}

const BY_ACTIVITY = new Map<string, [EventType, EventRule][]>();
for (const [type, rule] of Object.entries(RULES) as [EventType, EventRule][])
  for (const activity of rule.of)
    BY_ACTIVITY.set(activity, [...(BY_ACTIVITY.get(activity) ?? []), [type, rule]]);

/** The events that an activity makes. */
export const eventsOf = (activity: Activity): RecordedEvent[] =>
  (BY_ACTIVITY.get(activity.event) ?? [])
    .filter(([, rule]) => rule.when?.(activity) !== false)
    .map(([type, { subject: kind, previous }]) => {
      const before = beforeOf(activity);
      return { type, kind, activity, previous: (before && previous?.(before)) ?? null };
    });
