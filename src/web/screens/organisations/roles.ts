import { hasRight, mayManageRole } from "../../../domain/organisations/access.js";
import { CHOICES_OF_RIGHTS } from "../../../domain/organisations/organisation-roles.js";
import { getOrganisation, type SeenOrganisation } from "../../../domain/organisations/organisations.js";
import {
  createOrganisationRole,
  deleteOrganisationRole,
  listOrganisationRoles,
  updateOrganisationRole,
  type SeenRole,
} from "../../../domain/organisations/custom-roles.js";
import { ActionForbidden, RowNotFound, ValidationFailed } from "../../../lib/failures.js";
import { MAX_ROLE_LABEL, MAX_ROLE_NAME } from "../../../models/organisations/custom-roles.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { page, redirect, success, type WebResult } from "../../server/responses/web-result.js";
import { organisationRoleLabel } from "../../words/organisation-role-label.js";
import { organisationHead } from "./tabs.js";

const LIMITS = { name: MAX_ROLE_NAME, label: MAX_ROLE_LABEL };

const placeOf = ({ params }: WebCall): string =>
  path("organisations.roles.index", { organisation: params["organisation"]! });

const organisationOf = (call: WebCall): Promise<SeenOrganisation> =>
  getOrganisation(call, call.params["organisation"]!);

/** Whether the reader can change the role. */
const mayChange = ({ actor }: WebCall, { ownRole }: SeenOrganisation, role: SeenRole): boolean =>
  !role.isBuiltIn &&
  hasRight(actor, ownRole, "roles.update") &&
  mayManageRole(actor, ownRole, { name: role.name, customRights: role.rights });

const presentRole = ({ t }: WebCall, role: SeenRole) => ({
  ...role,
  label: organisationRoleLabel(t, role.name, role.label),
});

export const showRoles: WebHandler = async (call) => {
  const seen = await organisationOf(call);
  const { name, slug, id } = seen.organisation;
  const roles = await listOrganisationRoles(call, id);
  return page("organisations/roles/list", "organisations.roles.title", {
    head: organisationHead(call, seen, "organisations.roles.index"),
    organisation: { name, slug },
    roles: roles.map((role) => ({ ...presentRole(call, role), mayChange: mayChange(call, seen, role) })),
    mayCreate: hasRight(call.actor, seen.ownRole, "roles.update"),
  });
};

/** @throws ActionForbidden without the right */
export const showNewRole: WebHandler = async (call) => {
  const seen = await organisationOf(call);
  if (!hasRight(call.actor, seen.ownRole, "roles.update")) throw new ActionForbidden();
  return page("organisations/roles/create", "organisations.roles.create.title", {
    organisation: { slug: seen.organisation.slug },
    ...rightsForm(call, seen, ["members.read"]),
  });
};

/** The boxes of a form for a role with these rights. */
function rightsForm(call: WebCall, { ownRole }: SeenOrganisation, stored: readonly string[]) {
  const { actor, rejection } = call;
  const chosen = (rejection ? rightsIn(call) : undefined) ?? stored;
  return {
    rights: CHOICES_OF_RIGHTS.map((value) => ({
      value,
      isChosen: chosen.includes(value),
      mayGive: mayManageRole(actor, ownRole, { name: "", customRights: [value] }),
    })),
    limits: LIMITS,
  };
}

/** The rights in the form; undefined without the boxes, see the hidden field beside them. */
function rightsIn({ form }: WebCall): string[] | undefined {
  const sent = form.list("rights");
  return sent.length === 0 ? undefined : sent.filter((name) => name !== "");
}

export const submitRole: WebHandler = async (call) => {
  const { form, params } = call;
  const input = { name: form.text("name"), label: form.text("label"), rights: rightsIn(call) ?? [] };
  const role = await createOrganisationRole(call, params["organisation"]!, input);
  const { label } = presentRole(call, role);
  return redirect(placeOf(call), success("organisations.roles.created", { label }));
};

/** @throws RowNotFound, also for a built-in role; ActionForbidden when the reader can't change it */
export const showRole: WebHandler = (call) => rolePage(call);

async function rolePage(call: WebCall, status = 200): Promise<WebResult> {
  const seen = await organisationOf(call);
  const roles = await listOrganisationRoles(call, seen.organisation.id);
  const role = roles.find(({ name, isBuiltIn }) => name === call.params["role"] && !isBuiltIn);
  if (!role) throw new RowNotFound();
  if (!mayChange(call, seen, role)) throw new ActionForbidden();
  const data = {
    organisation: { slug: seen.organisation.slug },
    role: presentRole(call, role),
    ...rightsForm(call, seen, role.rights),
  };
  return page("organisations/roles/edit", "organisations.roles.edit.title", data, { status });
}

export const submitRoleChanges: WebHandler = async (call) => {
  const { form, params } = call;
  const rights = rightsIn(call);
  const changes = {
    ...(form.has("label") ? { label: form.text("label") } : {}),
    ...(rights === undefined ? {} : { rights }),
  };
  await updateOrganisationRole(call, params["organisation"]!, params["role"]!, changes);
  return redirect(placeOf(call), success("form.saved"));
};

export const submitRoleDeletion: WebHandler = async (call) => {
  const { params } = call;
  try {
    const role = await deleteOrganisationRole(call, params["organisation"]!, params["role"]!);
    const { label } = presentRole(call, role);
    return redirect(placeOf(call), success("organisations.roles.deleted", { label }));
  } catch (error) {
    // the dialog has no field for the role
    const sentence = error instanceof ValidationFailed ? error.fields["role"]?.[0] : undefined;
    if (sentence === undefined) throw error;
    call.rejection = { route: "organisations.roles.destroy", sentence, fields: {} };
    return rolePage(call, 409);
  }
};
