import { avatarPath } from "../domain/mail/links.js";
import { SECOND } from "../lib/clock.js";
import { fullNameOf, type PublicUserRow } from "../models/public-user.js";

type Person = Pick<
  PublicUserRow,
  | "id"
  | "first_name"
  | "last_name"
  | "email"
  | "email_verified_at"
  | "avatar"
  | "timezone"
  | "locale"
  | "updated_at"
>;

/** The claims about the user that the scopes give access to (OpenID Connect Core, sections 5.1 and 5.4). */
export function claimsOf(user: Person, scopes: readonly string[], appUrl: URL) {
  return {
    sub: user.id,
    ...(scopes.includes("profile") && profileOf(user, appUrl)),
    ...(scopes.includes("email") && { email: user.email, email_verified: user.email_verified_at !== null }),
  };
}

const profileOf = (user: Person, appUrl: URL) => ({
  name: fullNameOf(user),
  given_name: user.first_name,
  family_name: user.last_name,
  ...(user.avatar !== null && { picture: new URL(avatarPath(user.avatar), appUrl).href }),
  zoneinfo: user.timezone,
  locale: user.locale,
  updated_at: Math.floor(user.updated_at / SECOND),
});
