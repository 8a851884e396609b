import { USER_STATUS, type Definition, type Severity } from "../../../../domain/definitions/definitions.js";
import { RoleHolder } from "../../../../domain/access/actor.js";
import { enabledFactors, twoFactorStanding } from "../../../../domain/requirements/two-factor-requirement.js";
import type { VisibleUser } from "../../../../domain/access/visible-users.js";
import { avatarPath } from "../../../../domain/mail/links.js";
import { fullNameOf, initialsOf, type PublicUserRow } from "../../../../models/public-user.js";
import type { WebCall } from "../../../server/call.js";
import { dayIn } from "../../../words/times.js";

const COLOURS: Record<Severity, string> = {
  success: "bg-green-lt",
  info: "bg-blue-lt",
  warning: "bg-yellow-lt",
  danger: "bg-red-lt",
  neutral: "bg-secondary-lt",
};

/** For the partial `admin/users/status-badge`. */
export interface StatusBadge {
  label: string;
  colour: string;
}

/** The statuses that accounts can have, in the user's language. */
export class Statuses {
  private constructor(
    private readonly definitions: readonly Definition[],
    private readonly none: string,
  ) {}

  static async read({ services, locale, t }: WebCall): Promise<Statuses> {
    return new Statuses(await services.definitions.list(USER_STATUS, locale), t("users.status.none"));
  }

  get choices(): { value: string; label: string }[] {
    return this.definitions.map(({ value, label }) => ({ value, label }));
  }

  find(status: string | null): Definition | undefined {
    return this.definitions.find(({ value }) => value === status);
  }

  /** A status that isn't defined any more is shown by its value. */
  badge(status: string | null): StatusBadge {
    const definition = this.find(status);
    return {
      label: definition?.label ?? status ?? this.none,
      colour: COLOURS[definition?.severity ?? "neutral"],
    };
  }
}

/** The second factor of a listed account, for the partial `admin/users/status-badge`; null when it has none to show. */
export function twoFactorBadge(
  { actor, settings, locale, preferences, t }: WebCall,
  found: Found,
): StatusBadge | null {
  const { code, passkey } = enabledFactors(settings);
  if (!code && !passkey) return null;
  const holder = new RoleHolder(found.roles, actor.allRoles);
  const { isSetUp, requirement } = twoFactorStanding(found.user, holder, settings);
  if (isSetUp) return { label: t("two_factor.badge.on"), colour: "bg-green-lt" };
  if (requirement === null) return null;
  const date = dayIn(requirement.dueAt, locale, preferences.timezone);
  return requirement.isOverdue
    ? { label: t("two_factor.badge.overdue"), colour: "bg-red-lt" }
    : { label: t("two_factor.badge.due", { date }), colour: "bg-yellow-lt" };
}

type Found = Pick<VisibleUser, "user" | "roles">;

/** A user for the partial `avatar`, as `person`. */
export const presentPerson = (
  user: Pick<PublicUserRow, "first_name" | "last_name" | "email" | "avatar">,
) => ({
  name: fullNameOf(user),
  initials: initialsOf(user),
  email: user.email,
  avatar: user.avatar === null ? null : avatarPath(user.avatar),
});
