import type { Actor } from "../../domain/access/actor.js";
import { rolesOfAccount } from "../../domain/access/assignable-roles.js";
import { PERMISSIONS } from "../../domain/access/permissions.js";
import type { Definition } from "../../domain/definitions/definitions.js";
import { avatarPath } from "../../domain/mail/links.js";
import type { Services } from "../../domain/services.js";
import { toRfc3339 } from "../../lib/clock.js";
import type { AccountFieldName } from "../../models/account-fields.js";
import { fullNameOf, initialsOf, type PublicUserRow } from "../../models/public-user.js";
import type { Schema } from "../types.js";

/** The columns that the public user is built from. */
type PresentableUser = Pick<
  PublicUserRow,
  Exclude<AccountFieldName, "locale"> | "id" | "avatar" | "email_verified_at" | "created_at" | "updated_at"
>;

/** Every API response presents an account with this function, so no other field can leave the service. */
export function presentUser(user: PresentableUser, role: string | null, appUrl: URL): Schema<"User"> {
  return {
    id: user.id,
    first_name: user.first_name,
    last_name: user.last_name,
    external_id: user.external_id,
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

const SORTED_PERMISSIONS = [...PERMISSIONS].sort();

/**
 * The signed-in account. No other response has its roles and permissions. A property after a spread would give every
 * object a hidden class of its own on Node 20.
 */
export const presentMe = (actor: Actor, appUrl: URL): Schema<"Me"> =>
  Object.assign(presentUser(actor.user, actor.bestRole, appUrl), {
    roles: actor.roles.map(({ name }) => name).sort(),
    permissions: SORTED_PERMISSIONS.filter((permission) => actor.can(permission)),
  });

/** The `meta` that tells clients that the owner must replace the password, which is possible only in a browser. */
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

/** The version of the row as a strong entity tag (RFC 9110, section 8.8.3). */
export const etagOf = (user: { version: number }): string => `"${user.version}"`;

/** Loads the roles of the account and presents it as a public user. */
export async function presentAccount(services: Services, user: PresentableUser): Promise<Schema<"User">> {
  const roles = await rolesOfAccount(services, services.knex, user.id);
  return presentUser(user, roles[0]?.name ?? null, services.config.env.APP_URL);
}
