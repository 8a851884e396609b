import type { Actor } from "../../../domain/access/actor.js";
import { avatarPath } from "../../../domain/mail/links.js";
import { fullNameOf, initialsOf } from "../../../models/public-user.js";

/** The signed-in user for the layout of every page. */
export interface Reader {
  fullName: string;
  initials: string;
  email: string;
  avatar: string | null;
  role: string | null;
  can: (permission: string) => boolean;
}

export function presentReader(actor: Actor): Reader {
  const { email, avatar } = actor.user;
  return {
    fullName: fullNameOf(actor.user),
    initials: initialsOf(actor.user),
    email,
    avatar: avatar === null ? null : avatarPath(avatar),
    role: actor.bestRole,
    can: (permission) => actor.can(permission),
  };
}
