import { hasRight, mayManageOwners } from "../../../domain/organisations/access.js";
import { listMembers } from "../../../domain/organisations/members.js";
import {
  isOrganisationRole,
  ORGANISATION_ROLES,
  type OrganisationRole,
} from "../../../domain/organisations/organisation-roles.js";
import { getOrganisation, type SeenOrganisation } from "../../../domain/organisations/organisations.js";
import { MAX_ORGANISATION_NAME, MAX_SLUG, type Member } from "../../../models/organisations/organisation.js";
import { MEMBER_SORTS } from "../../../models/organisations/member-list.js";
import { fullNameOf } from "../../../models/public-user.js";
import { text, type Translate } from "../../../texts/translate.js";
import type { Difference } from "../../forms/differences.js";
import { ListRequest, listOptions, listView } from "../../lists/list-request.js";
import type { WebCall } from "../../server/call.js";
import { page, type WebResult } from "../../server/responses/web-result.js";

export const LIMITS = { name: MAX_ORGANISATION_NAME, slug: MAX_SLUG };
const NEWEST_FIRST = { columns: MEMBER_SORTS, byDefault: "-created_at" };
const UPDATE = "organisations.update";
const REMOVE = "organisations.members.destroy";

const roleOptions = (t: Translate, roles: readonly OrganisationRole[]) =>
  roles.map((value) => ({ value, label: t(`organisations.role.${value}`) }));

/** The request for the members in the address of the page, also of a form on it. */
export const membersRequest = (call: WebCall, slug: string): ListRequest =>
  new ListRequest(
    "organisations.show",
    call,
    NEWEST_FIRST,
    { role: (value) => (isOrganisationRole(value) ? null : text("validation.choice")) },
    { organisation: slug },
  );

/** @param options of an answer to a rejected form */
export async function organisationPage(
  call: WebCall,
  options: { status?: number; differences?: Difference[] } = {},
): Promise<WebResult> {
  const { actor, t, form, rejection } = call;
  const { organisation, ownRole } = await getOrganisation(call, call.params["organisation"]!);
  const request = membersRequest(call, organisation.slug);
  const found = await listMembers(call, organisation.id, {
    ...request,
    role: request.filters["role"] as OrganisationRole | undefined,
  });
  const members = found.items.map((member) => presentMember(call, { ownRole }, member));
  const managesOwners = mayManageOwners(actor, ownRole);
  const isOverwriting = rejection?.route === UPDATE && options.differences === undefined;
  const data = {
    organisation: {
      name: organisation.name,
      slug: organisation.slug,
      ownRole,
      createdAt: organisation.created_at,
      updatedAt: organisation.updated_at,
    },
    // the form keeps its version until the user has seen the differences
    version: isOverwriting ? form.text("_version") : organisation.version,
    differences: options.differences ?? null,
    members,
    list: listView(request, found),
    roles: roleOptions(t, ORGANISATION_ROLES),
    assignable: roleOptions(
      t,
      ORGANISATION_ROLES.filter((role) => role !== "owner" || managesOwners),
    ),
    rights: {
      add: hasRight(actor, ownRole, "members.create"),
      update: hasRight(actor, ownRole, "organisation.update"),
      delete: hasRight(actor, ownRole, "organisation.delete"),
    },
    // whose dialog shows the error; without one, the list does
    rejectedMember:
      rejection?.route === REMOVE
        ? members.find(({ id, mayRemove }) => mayRemove && id === call.params["user"])?.id
        : undefined,
    limits: LIMITS,
  };
  const { status = listOptions(request).status ?? 200 } = options;
  return page("organisations/show", "organisations.show.title", data, { status });
}

function presentMember({ actor }: WebCall, { ownRole }: Pick<SeenOrganisation, "ownRole">, member: Member) {
  const isManageable = member.role !== "owner" || mayManageOwners(actor, ownRole);
  const isOneself = member.id === actor.id;
  return {
    id: member.id,
    name: fullNameOf(member),
    email: member.email,
    role: member.role,
    since: member.created_at,
    isOneself,
    mayChange: isManageable && hasRight(actor, ownRole, "members.update"),
    // oneself leaves
    mayRemove: isManageable && !isOneself && hasRight(actor, ownRole, "members.delete"),
  };
}
