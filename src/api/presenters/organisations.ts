import type { ListedClient } from "../../domain/oauth/clients/client-list.js";
import type { SentInvitation } from "../../domain/organisations/invitations.js";
import { toRfc3339 } from "../../lib/clock.js";
import type { Member, Organisation } from "../../models/organisations/organisation.js";
import type { SeenRole } from "../../domain/organisations/custom-roles.js";
import type { OwnOrganisation } from "../../models/organisations/organisation-list.js";
import { txtRecordOf } from "../../domain/organisations/domains.js";
import type { OpenJoinRequest } from "../../domain/organisations/joining-by-domain.js";
import type { JoinableOrganisation } from "../../models/organisations/join-requests.js";
import type { OrganisationDomain } from "../../models/organisations/domains.js";
import type { SeenProvisioningToken } from "../../domain/organisations/provisioning-tokens.js";
import { fullNameOf } from "../../models/public-user.js";
import type { Services } from "../../domain/services.js";
import type { Schema } from "../types.js";
import { logoUrl } from "./api-clients.js";

/** The version, for `If-Match`. */
export const organisationTag = ({ version }: Organisation): string => `"${version}"`;

export const presentOrganisation = (
  services: Services,
  organisation: Organisation,
): Schema<"Organisation"> => ({
  id: organisation.id,
  name: organisation.name,
  slug: organisation.slug,
  logo_url: logoUrl(services, organisation.logo),
  status: organisation.status,
  rules: {
    second_factor: organisation.second_factor_required,
    session_minutes: organisation.session_minutes,
    provider: organisation.provider_id,
  },
  created_at: toRfc3339(organisation.created_at),
  updated_at: toRfc3339(organisation.updated_at),
});

export const presentOwnOrganisation = (
  services: Services,
  own: OwnOrganisation,
): Schema<"OwnOrganisation"> => ({
  id: own.id,
  name: own.name,
  slug: own.slug,
  logo_url: logoUrl(services, own.logo),
  role: own.role,
  since: toRfc3339(own.since),
});

export const presentInvitation = ({
  invitation,
  inviter,
}: SentInvitation): Schema<"OrganisationInvitation"> => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  invited_by: inviter,
  expires_at: toRfc3339(invitation.expires_at),
  created_at: toRfc3339(invitation.created_at),
});

export const presentMember = (member: Member): Schema<"OrganisationMember"> => ({
  id: member.id,
  full_name: fullNameOf(member),
  email: member.email,
  role: member.role,
  since: toRfc3339(member.created_at),
});

export const presentRole = (role: SeenRole): Schema<"RoleOfOrganisation"> => ({
  name: role.name,
  label: role.label,
  rights: [...role.rights],
  is_built_in: role.isBuiltIn,
});

export const presentProvisioningToken = ({
  token,
  creator,
}: SeenProvisioningToken): Schema<"ProvisioningToken"> => ({
  id: token.id,
  name: token.name,
  created_by: creator,
  last_used_at: toRfc3339(token.last_used_at),
  created_at: toRfc3339(token.created_at),
});

export const presentDomain = (domain: OrganisationDomain): Schema<"OrganisationDomain"> => ({
  domain: domain.domain,
  record: txtRecordOf(domain),
  verified_at: toRfc3339(domain.verified_at),
  joining: domain.joining,
});

/** @param isMember whether the account has just become a member */
export const presentJoinable = (
  services: Services,
  organisation: JoinableOrganisation,
  isMember = false,
): Schema<"JoinableOrganisation"> => ({
  id: organisation.id,
  name: organisation.name,
  slug: organisation.slug,
  logo_url: logoUrl(services, organisation.logo),
  domain: organisation.domain,
  state: isMember ? "member" : organisation.isAsked ? "asked" : organisation.joining,
});

export const presentJoinRequest = ({ request, person }: OpenJoinRequest): Schema<"JoinRequest"> => ({
  id: request.id,
  user_id: person.id,
  full_name: fullNameOf(person),
  email: person.email,
  created_at: toRfc3339(request.created_at),
});

export const presentOrganisationApplication = ({
  client,
  activeTokens,
  lastUsedAt,
}: ListedClient): Schema<"OrganisationApplication"> => ({
  id: client.id,
  name: client.name,
  type: client.type,
  grant_types: client.grant_types,
  redirect_uris: client.redirect_uris,
  post_logout_redirect_uris: client.post_logout_redirect_uris,
  homepage_url: client.homepage_url,
  role: client.organisation_role,
  active_tokens: activeTokens,
  last_used_at: toRfc3339(lastUsedAt),
  created_at: toRfc3339(client.created_at),
  updated_at: toRfc3339(client.updated_at),
});
