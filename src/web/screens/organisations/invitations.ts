import { hasRight, mayManageRole } from "../../../domain/organisations/access.js";
import {
  invite,
  inviteAgain,
  listInvitations,
  revokeInvitation,
} from "../../../domain/organisations/invitations.js";
import { getOrganisation } from "../../../domain/organisations/organisations.js";
import { listOrganisationRoles, type SeenRole } from "../../../domain/organisations/custom-roles.js";
import { ActionForbidden } from "../../../lib/failures.js";
import { INVITATION_SORTS } from "../../../models/organisations/invitations.js";
import { emailAddress } from "../../forms/form.js";
import { ListRequest, listOptions, listView } from "../../lists/list-request.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { mailed, page, redirect, success, type Flash } from "../../server/responses/web-result.js";
import { organisationRoleLabel } from "../../words/organisation-role-label.js";
import * as z from "zod";
import { organisationHead } from "./tabs.js";

const NEWEST_FIRST = { columns: INVITATION_SORTS, byDefault: "-created_at" };

/** @throws ActionForbidden without the right */
export const showInvitations: WebHandler = async (call) => {
  const { actor, t } = call;
  const seen = await getOrganisation(call, call.params["organisation"]!);
  const { organisation, ownRole } = seen;
  if (!hasRight(actor, ownRole, "members.create")) throw new ActionForbidden();
  const request = new ListRequest("organisations.invitations.index", call, NEWEST_FIRST, [], {
    organisation: organisation.slug,
  });
  const found = await listInvitations(call, organisation.id, request);
  const roles = await listOrganisationRoles(call, organisation.id);
  const mayGive = ({ name, rights, isBuiltIn }: SeenRole): boolean =>
    mayManageRole(actor, ownRole, { name, customRights: isBuiltIn ? null : rights });
  const labels = new Map(roles.map(({ name, label }) => [name, organisationRoleLabel(t, name, label)]));
  const assignable = roles.filter(mayGive).map(({ name }) => name);
  const data = {
    head: organisationHead(call, seen, "organisations.invitations.index"),
    organisation: { name: organisation.name, slug: organisation.slug },
    invitations: found.items.map(({ invitation, inviter }) => ({
      id: invitation.id,
      email: invitation.email,
      role: labels.get(invitation.role),
      inviter,
      expiresAt: invitation.expires_at,
      isExpired: invitation.isExpired,
      mayChange: assignable.includes(invitation.role),
    })),
    assignable: assignable.map((value) => ({ value, label: labels.get(value) })),
    list: listView(request, found),
  };
  return page("organisations/invitations", "organisations.invitations.title", data, listOptions(request));
};

const address = z.object({ email: emailAddress() });

const toList = ({ params }: WebCall, flash: Flash) =>
  redirect(path("organisations.invitations.index", { organisation: params["organisation"]! }), flash);

export const submitInvitation: WebHandler = async (call) => {
  const { email } = call.form.read(address);
  const { invitation } = await invite(call, call.params["organisation"]!, {
    email,
    role: call.form.text("role"),
  });
  return toList(call, mailed("organisations.invitations.sent", { email: invitation.email }));
};

export const submitInvitationAgain: WebHandler = async (call) => {
  const { params } = call;
  const { invitation } = await inviteAgain(call, params["organisation"]!, params["invitation"]!);
  return toList(call, mailed("organisations.invitations.sent", { email: invitation.email }));
};

export const submitInvitationRevocation: WebHandler = async (call) => {
  const { params } = call;
  const { email } = await revokeInvitation(call, params["organisation"]!, params["invitation"]!);
  return toList(call, success("organisations.invitations.revoked", { email }));
};
