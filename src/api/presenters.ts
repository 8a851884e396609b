import type { Definition } from "../domain/definitions/definitions.js";
import { avatarPath } from "../domain/mail/links.js";
import { toRfc3339 } from "../lib/clock.js";
import { fullNameOf, initialsOf, type PublicUserRow } from "../models/public-user.js";
import type { Schema } from "./types.js";

/** What the public user is made of. */
export type PresentableUser = Omit<PublicUserRow, "version" | "locale" | "password_must_change">;

/** The only door out for an account: these fields and no other. */
export function presentUser(user: PresentableUser, role: string | null, appUrl: URL): Schema<"User"> {
  return {
    id: user.id,
    first_name: user.first_name,
    last_name: user.last_name,
    full_name: fullNameOf(user),
    initials: initialsOf(user),
    email: user.email,
    status: user.status,
    role,
    avatar_url: user.avatar === null ? null : new URL(avatarPath(user.avatar), appUrl).href,
    timezone: user.timezone,
    email_verified_at: toRfc3339(user.email_verified_at),
    created_at: toRfc3339(user.created_at),
    updated_at: toRfc3339(user.updated_at),
  };
}

/** Beside an account that signs in: that its password has to be replaced, by its owner and in a browser. */
export const presentPasswordNotice = (account: {
  password_must_change: boolean | number;
}): Schema<"PasswordNotice"> => (account.password_must_change ? { password_must_change: true } : {});

export function presentDefinition(definition: Definition): Schema<"Definition"> {
  return {
    value: definition.value,
    label: definition.label,
    order: definition.sort_order,
    severity: definition.severity,
    icon: definition.icon,
    explanation: definition.explanation,
  };
}

/** A strong validator (RFC 9110, section 8.8.3): the version of the row. */
export const etagOf = (user: { version: number }): string => `"${user.version}"`;
