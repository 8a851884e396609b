import { hasRight, mayManageRole } from "../../../domain/organisations/access.js";
import {
  isRoleName,
  listOrganisationRoles,
  roleOf,
  type SeenRole,
} from "../../../domain/organisations/custom-roles.js";
import { listMembers } from "../../../domain/organisations/members.js";
import { getOrganisation, type SeenOrganisation } from "../../../domain/organisations/organisations.js";
import { MEMBER_SORTS } from "../../../models/organisations/member-list.js";
import type { Member } from "../../../models/organisations/organisation.js";
import { fullNameOf } from "../../../models/public-user.js";
import { text } from "../../../texts/translate.js";
import { ListRequest, listOptions, listView } from "../../lists/list-request.js";
import type { WebCall } from "../../server/call.js";
import { page, type WebResult } from "../../server/responses/web-result.js";
import { organisationRoleLabel } from "../../words/organisation-role-label.js";
import { organisationHead } from "./tabs.js";

const NEWEST_FIRST = { columns: MEMBER_SORTS, byDefault: "-created_at" };
const TRANSFER = "organisations.owner.update";
const REMOVE = "organisations.members.destroy";

/** The request for the members in the address of the page, also of a form on it. */
export const membersRequest = (call: WebCall, slug: string): ListRequest =>
  new ListRequest(
    "organisations.members.index",
    call,
    NEWEST_FIRST,
    { role: (value) => (isRoleName(value) ? null : text("validation.choice")) },
    { organisation: slug },
  );

/** @param status of an answer to a rejected form. @throws ActionForbidden without the right */
export async function membersPage(call: WebCall, status?: number): Promise<WebResult> {
  const { actor, t, rejection } = call;
  const seen = await getOrganisation(call, call.params["organisation"]!);
  const { organisation, ownRole } = seen;
  const request = membersRequest(call, organisation.slug);
  const found = await listMembers(call, organisation.id, { ...request, role: request.filters["role"] });
  const members = found.items.map((member) => presentMember(call, seen, member));
  const roles = await listOrganisationRoles(call, organisation.id);
  const options = (some: readonly SeenRole[]) =>
    some.map(({ name, label }) => ({ value: name, label: organisationRoleLabel(t, name, label) }));
  const data = {
    head: organisationHead(call, seen, "organisations.members.index"),
    organisation: { slug: organisation.slug },
    members,
    list: listView(request, found),
    roles: options(roles),
    assignable: options(
      roles.filter(({ name, rights, isBuiltIn }) =>
        mayManageRole(actor, ownRole, { name, customRights: isBuiltIn ? null : rights }),
      ),
    ),
    mayAdd: actor.can("organisations.update"),
    // whose dialog shows the error; without one, the list does
    rejectedMember:
      rejection?.route === REMOVE
        ? members.find(({ id, mayRemove }) => mayRemove && id === call.params["user"])?.id
        : undefined,
    rejectedHeir:
      rejection?.route === TRANSFER
        ? members.find(({ id, mayInherit }) => mayInherit && id === call.form.text("user_id"))?.id
        : undefined,
  };
  return page("organisations/members", "organisations.members.title", data, {
    status: status ?? listOptions(request).status ?? 200,
  });
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
    // the administration of the service gives the role instead
    mayInherit: ownRole?.name === "owner" && !isOneself && member.role !== "owner",
    // oneself leaves
    mayRemove: isManageable && !isOneself && hasRight(actor, ownRole, "members.delete"),
  };
}
