import { USER_STATUS, type Definition, type Severity } from "../../../../domain/definitions/definitions.js";
import { avatarPath } from "../../../../domain/mail/links.js";
import { fullNameOf, initialsOf, type PublicUserRow } from "../../../../models/public-user.js";
import type { WebCall } from "../../../server/call.js";

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

/** A user for the partial `avatar`, as `person`. */
export const presentPerson = (
  user: Pick<PublicUserRow, "first_name" | "last_name" | "email" | "avatar">,
) => ({
  name: fullNameOf(user),
  initials: initialsOf(user),
  email: user.email,
  avatar: user.avatar === null ? null : avatarPath(user.avatar),
});
