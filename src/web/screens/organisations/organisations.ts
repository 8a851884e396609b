import { leaveOrganisation, LastOwner } from "../../../domain/organisations/members.js";
import {
  createOrganisation,
  deleteOrganisation,
  getOrganisation,
  listOwnOrganisations,
  mayCreateOrganisation,
  updateOrganisation,
} from "../../../domain/organisations/organisations.js";
import type { OrganisationInput } from "../../../domain/organisations/organisation-input.js";
import { ActionForbidden, VersionStale } from "../../../lib/failures.js";
import { text } from "../../../texts/translate.js";
import { organisationRoleLabel } from "../../words/organisation-role-label.js";
import { listJoinable } from "../../../domain/organisations/joining-by-domain.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import type { RouteName } from "../../server/paths.js";
import { page, redirect, success, type WebResult } from "../../server/responses/web-result.js";
import { LIMITS, organisationPage } from "./organisation-view.js";

const placeOf = ({ slug }: { slug: string }): string => path("organisations.show", { organisation: slug });

export const showOrganisations: WebHandler = async (call) => {
  const organisations = await listOwnOrganisations(call);
  return page("organisations/list", "organisations.title", {
    organisations: organisations.map(({ name, slug, role, role_label: label, since }) => ({
      ...{ name, slug, since },
      role: organisationRoleLabel(call.t, role, label),
    })),
    joinable: (await listJoinable(call)).map(({ id, name, domain, joining, isAsked }) => ({
      ...{ id, name, domain },
      state: isAsked ? "asked" : joining,
    })),
    mayCreate: mayCreateOrganisation(call.actor, call.settings),
  });
};

export const showNewOrganisation: WebHandler = ({ actor, settings }) => {
  if (!mayCreateOrganisation(actor, settings)) throw new ActionForbidden(text("organisations.creation_off"));
  return page("organisations/create", "organisations.create.title", { limits: LIMITS });
};

export const submitOrganisation: WebHandler = async (call) => {
  const { form } = call;
  const organisation = await createOrganisation(call, { name: form.text("name"), slug: form.text("slug") });
  return redirect(placeOf(organisation), success("organisations.created", { name: organisation.name }));
};

export const showOrganisation: WebHandler = (call) => organisationPage(call);

export const submitOrganisationChanges: WebHandler = async (call) => {
  const { params, form } = call;
  const check = form.has("_version") ? (version: number) => String(version) === form.text("_version") : null;
  try {
    const changes = changesIn(call);
    const organisation = await updateOrganisation(call, params["organisation"]!, changes, check);
    return redirect(placeOf(organisation), success("form.saved"));
  } catch (error) {
    if (!(error instanceof VersionStale)) throw error;
    return overtaken(call);
  }
};

/** A form that omits a field leaves it alone. */
const changesIn = ({ form }: WebCall): Partial<OrganisationInput> => ({
  ...(form.has("name") ? { name: form.text("name") } : {}),
  ...(form.has("slug") ? { slug: form.text("slug") } : {}),
});

/** The page with the stored values and the entered ones, after someone else changed the organisation. */
async function overtaken(call: WebCall): Promise<WebResult> {
  const { organisation } = await getOrganisation(call, call.params["organisation"]!);
  const typed = changesIn(call);
  const differences = (["name", "slug"] as const)
    .filter((field) => typed[field] !== undefined && typed[field].trim() !== organisation[field])
    .map((field) => ({ field, label: call.t(`field.${field}`), now: organisation[field] }));
  call.rejection = { route: "organisations.update", sentence: text("form.stale"), fields: {} };
  return organisationPage(call, { status: 409, differences });
}

export const submitOrganisationDeletion: WebHandler = async (call) => {
  const { actor, params } = call;
  const { name } = await deleteOrganisation(call, params["organisation"]!);
  const list = actor.can("organisations.read") ? "admin.organisations.index" : "organisations.index";
  return redirect(path(list), success("organisations.deleted", { name }));
};

export const submitLeave: WebHandler = (call) =>
  keepingLastOwner(call, "organisations.leave", overview, async () => {
    const { organisation } = await leaveOrganisation(call, call.params["organisation"]!);
    return redirect(path("organisations.index"), success("organisations.left", { name: organisation.name }));
  });

const overview = (call: WebCall, status: number): Promise<WebResult> => organisationPage(call, { status });

/** Shows the page of the form again when the organisation would be without an owner. */
export async function keepingLastOwner(
  call: WebCall,
  route: RouteName,
  showPage: (call: WebCall, status: number) => Promise<WebResult>,
  change: () => Promise<WebResult>,
): Promise<WebResult> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof LastOwner)) throw error;
    call.rejection = { route, sentence: error.sentence, fields: {} };
    return showPage(call, 409);
  }
}
