import { hasRight, mayManageRole } from "../../../domain/organisations/access.js";
import { listMembers } from "../../../domain/organisations/members.js";
import {
  isRoleName,
  listOrganisationRoles,
  roleOf,
  type SeenRole,
} from "../../../domain/organisations/custom-roles.js";
import { getOrganisation, type SeenOrganisation } from "../../../domain/organisations/organisations.js";
import { logoPath } from "../../../domain/settings/branding.js";
import { MAX_ORGANISATION_NAME, MAX_SLUG, type Member } from "../../../models/organisations/organisation.js";
import { MEMBER_SORTS } from "../../../models/organisations/member-list.js";
import { fullNameOf } from "../../../models/public-user.js";
import { text } from "../../../texts/translate.js";
import type { Difference } from "../../forms/differences.js";
import { ListRequest, listOptions, listView } from "../../lists/list-request.js";
import { organisationRoleLabel } from "../../words/organisation-role-label.js";
import type { WebCall } from "../../server/call.js";
import { page, type WebResult } from "../../server/responses/web-result.js";

export const LIMITS = { name: MAX_ORGANISATION_NAME, slug: MAX_SLUG };
const NEWEST_FIRST = { columns: MEMBER_SORTS, byDefault: "-created_at" };
const UPDATE = "organisations.update";
const REMOVE = "organisations.members.destroy";

/** The request for the members in the address of the page, also of a form on it. */
export const membersRequest = (call: WebCall, slug: string): ListRequest =>
  new ListRequest(
    "organisations.show",
    call,
    NEWEST_FIRST,
    { role: (value) => (isRoleName(value) ? null : text("validation.choice")) },
    { organisation: slug },
  );

/** @param options of an answer to a rejected form */
export async function organisationPage(
  call: WebCall,
  answer: { status?: number; differences?: Difference[] } = {},
): Promise<WebResult> {
  const { actor, t, form, rejection } = call;
  const { organisation, ownRole } = await getOrganisation(call, call.params["organisation"]!);
  const request = membersRequest(call, organisation.slug);
  const found = hasRight(actor, ownRole, "members.read")
    ? await listMembers(call, organisation.id, { ...request, role: request.filters["role"] })
    : null;
  const members = found?.items.map((member) => presentMember(call, { ownRole }, member)) ?? [];
  const roles = await listOrganisationRoles(call, organisation.id);
  const options = (some: readonly SeenRole[]) =>
    some.map(({ name, label }) => ({ value: name, label: organisationRoleLabel(t, name, label) }));
  const isOverwriting = rejection?.route === UPDATE && answer.differences === undefined;
  const data = {
    organisation: {
      name: organisation.name,
      slug: organisation.slug,
      logo: organisation.logo && logoPath(organisation.logo),
      isMember: ownRole !== null,
      ownRole: options(roles).find(({ value }) => value === ownRole?.name)?.label,
      createdAt: organisation.created_at,
      updatedAt: organisation.updated_at,
    },
    // the form keeps its version until the user has seen the differences
    version: isOverwriting ? form.text("_version") : organisation.version,
    differences: answer.differences ?? null,
    members,
    list: found && listView(request, found),
    roles: options(roles),
    assignable: options(
      roles.filter(({ name, rights, isBuiltIn }) =>
        mayManageRole(actor, ownRole, { name, customRights: isBuiltIn ? null : rights }),
      ),
    ),
    rights: {
      add: actor.can("organisations.update"),
      invite: hasRight(actor, ownRole, "members.create"),
      update: hasRight(actor, ownRole, "organisation.update"),
      domains: hasRight(actor, ownRole, "domains.update"),
      applications: call.services.config.oauthInstalled && hasRight(actor, ownRole, "applications.read"),
      delete: hasRight(actor, ownRole, "organisation.delete"),
    },
    // whose dialog shows the error; without one, the list does
    rejectedMember:
      rejection?.route === REMOVE
        ? members.find(({ id, mayRemove }) => mayRemove && id === call.params["user"])?.id
        : undefined,
    limits: LIMITS,
  };
  const { status = listOptions(request).status ?? 200 } = answer;
  return page("organisations/show", "organisations.show.title", data, { status });
}

function presentMember(
  { actor, t }: WebCall,
  { ownRole }: Pick<SeenOrganisation, "ownRole">,
  member: Member,
) {
  const isManageable = mayManageRole(actor, ownRole, roleOf(member));
  const isOneself = member.id === actor.id;
  return {
    id: member.id,
    name: fullNameOf(member),
    email: member.email,
    role: member.role,
    roleLabel: organisationRoleLabel(t, member.role, member.role_label),
    since: member.created_at,
    isOneself,
    mayChange: isManageable && hasRight(actor, ownRole, "members.update"),
    // oneself leaves
    mayRemove: isManageable && !isOneself && hasRight(actor, ownRole, "members.delete"),
  };
}
