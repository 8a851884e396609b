import { avatarPath } from "../../domain/mail/links.js";
import { SECOND } from "../../lib/clock.js";
import { fullNameOf, type PublicUserRow } from "../../models/public-user.js";
import { ORGANISATION_SCOPE } from "../../domain/oauth/tokens/scopes.js";
import type { ActingFor } from "../../models/organisations/organisation-tokens.js";
import { CLAIMS_OF_SCOPES } from "./requested-claims.js";

type Person = Pick<
  PublicUserRow,
  | "first_name"
  | "last_name"
  | "external_id"
  | "email"
  | "email_verified_at"
  | "avatar"
  | "timezone"
  | "locale"
  | "updated_at"
>;

/**
 * The claims about the user that the scopes give access to (OpenID Connect Core, sections 5.1 and 5.4), and the ones that were
 * requested one by one.
 */
export function claimsOf(
  user: Person,
  scopes: readonly string[],
  requested: readonly string[],
  appUrl: URL,
): Record<string, unknown> {
  const names = [...scopes.flatMap((scope) => CLAIMS_OF_SCOPES[scope] ?? []), ...requested];
  if (names.length === 0) return {};
  const all: Record<string, unknown> = {
    name: fullNameOf(user),
    given_name: user.first_name,
    family_name: user.last_name,
    picture: user.avatar === null ? undefined : new URL(avatarPath(user.avatar), appUrl).href,
    zoneinfo: user.timezone,
    locale: user.locale,
    updated_at: Math.floor(user.updated_at / SECOND),
    external_id: user.external_id === "" ? undefined : user.external_id,
    email: user.email,
    preferred_username: user.email,
    email_verified: user.email_verified_at !== null,
  };
  return Object.fromEntries(names.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]));
}

/** The claims about the organisation that a token is for, as it is now. Empty without the scope. */
export const organisationClaims = (
  organisation: ActingFor | null,
  scopes: readonly string[],
): Record<string, unknown> =>
  organisation === null || !scopes.includes(ORGANISATION_SCOPE)
    ? {}
    : { org_id: organisation.id, org_slug: organisation.slug, org_roles: [organisation.role] };
