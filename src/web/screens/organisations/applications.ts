import { clientIdOf } from "../../../domain/oauth/clients/client-ids.js";
import { MAX_REDIRECT_URIS } from "../../../domain/oauth/clients/client-input.js";
import { CLIENT_SORTS, readClientUse } from "../../../domain/oauth/clients/client-list.js";
import { hasSecret, secretStamp } from "../../../domain/oauth/clients/client-stamps.js";
import { ClientExists } from "../../../domain/oauth/clients/clients.js";
import { grantTypesOf, type GrantType } from "../../../domain/oauth/grants/grant-types.js";
import { hasRight, mayManageRole } from "../../../domain/organisations/access.js";
import {
  APPLICATION_GRANTS,
  createOrganisationApplication,
  deleteOrganisationApplication,
  getOrganisationApplication,
  listOrganisationApplications,
  rotateApplicationSecret,
  updateOrganisationApplication,
} from "../../../domain/oauth/clients/organisation-applications.js";
import { listOrganisationRoles, type SeenRole } from "../../../domain/organisations/custom-roles.js";
import { getOrganisation, type SeenOrganisation } from "../../../domain/organisations/organisations.js";
import { ActionForbidden, VersionStale } from "../../../lib/failures.js";
import type { OAuthClient } from "../../../models/oauth-client.js";
import { formIdOf, sealFormId } from "../../forms/form-ids.js";
import { ungrouped } from "../../forms/select-groups.js";
import { ListRequest, listOptions, listView } from "../../lists/list-request.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { organisationRoleLabel } from "../../words/organisation-role-label.js";
import { page, redirect, success, type WebResult } from "../../server/responses/web-result.js";
import {
  changesIn,
  grantChoices,
  grantLabel,
  grantsIn,
  inputOf,
  kindChoices,
} from "../admin/api-clients/client-form.js";
import { connectionGuides } from "../admin/api-clients/connection-guides.js";
import { organisationHead } from "./tabs.js";

const SORTS = { columns: CLIENT_SORTS, byDefault: "name" };

const organisationOf = ({ params }: WebCall): string => params["organisation"]!;
const applicationOf = ({ params }: WebCall): string => params["application"]!;

const present = (client: OAuthClient) => ({
  id: client.id,
  name: client.name,
  type: client.type,
  grants: client.grant_types.map((grant) => grantLabel(grant as GrantType)),
  redirectUris: client.redirect_uris,
  postLogoutRedirectUris: client.post_logout_redirect_uris,
  homepageUrl: client.homepage_url,
  role: client.organisation_role,
  createdAt: client.created_at,
  updatedAt: client.updated_at,
});

/** @throws ActionForbidden without the right */
export const showApplications: WebHandler = async (call) => {
  const seen = await getOrganisation(call, organisationOf(call));
  const { organisation, ownRole } = seen;
  const { name, slug } = organisation;
  const request = new ListRequest("organisations.applications.index", call, SORTS, [], {
    organisation: slug,
  });
  const found = await listOrganisationApplications(call, organisation.id, {
    ...request,
    locale: call.locale,
  });
  const data = {
    head: organisationHead(call, seen, "organisations.applications.index"),
    organisation: { name, slug },
    applications: found.items.map(({ client, activeTokens }) => ({ ...present(client), activeTokens })),
    list: listView(request, found),
    mayCreate: hasRight(call.actor, ownRole, "applications.create"),
  };
  return page(
    "organisations/applications/list",
    "organisations.applications.title",
    data,
    listOptions(request),
  );
};

/** @throws ActionForbidden without the right */
export const showNewApplication: WebHandler = async (call) => {
  const seen = await getOrganisation(call, organisationOf(call));
  const { organisation, ownRole } = seen;
  if (!hasRight(call.actor, ownRole, "applications.create")) throw new ActionForbidden();
  return page("organisations/applications/create", "organisations.applications.create.title", {
    organisation: { slug: organisation.slug },
    formId: sealFormId(call, "client"),
    kinds: kindChoices(APPLICATION_GRANTS),
    roles: await roleGroups(call, seen),
    maxUris: MAX_REDIRECT_URIS,
  });
};

export const submitApplication: WebHandler = async (call) => {
  try {
    const id = formIdOf(call, "client");
    const input = { ...inputOf(call.form), ...roleIn(call) };
    const made = await createOrganisationApplication(call, organisationOf(call), input, id);
    const { client, secret } = made;
    if (secret !== null) return secretPage(call, client, secret, 201);
    return redirect(placeOf(call, client), success("clients.created", { name: client.name }));
  } catch (error) {
    if (!(error instanceof ClientExists)) throw error;
    return redirect(listOf(call), { kind: "warning", key: "clients.already_created" });
  }
};

/** An empty choice means none. A form that omits the field leaves it alone. */
const roleIn = ({ form }: WebCall) =>
  form.has("role") ? { organisationRole: form.text("role") || null } : {};

/** The roles that the reader can give, after the choice of none; with the one that the application has. */
async function roleGroups(call: WebCall, { organisation, ownRole }: SeenOrganisation, held?: string | null) {
  const { actor, t } = call;
  const roles = await listOrganisationRoles(call, organisation.id);
  const mayGive = ({ name, rights, isBuiltIn }: SeenRole): boolean =>
    mayManageRole(actor, ownRole, { name, customRights: isBuiltIn ? null : rights });
  const choices = roles.filter((role) => role.name === held || mayGive(role));
  return ungrouped([
    { value: "", label: t("clients.role.none") },
    ...choices.map(({ name, label }) => ({ value: name, label: organisationRoleLabel(t, name, label) })),
  ]);
}

const listOf = (call: WebCall): string =>
  path("organisations.applications.index", { organisation: organisationOf(call) });

const placeOf = (call: WebCall, { id }: Pick<OAuthClient, "id">): string =>
  path("organisations.applications.edit", { organisation: organisationOf(call), application: id });

/** The only answer that contains the secret. */
function secretPage(call: WebCall, client: OAuthClient, secret: string, status: number): WebResult {
  const issuer = call.services.config.env.APP_URL.origin;
  const data = {
    client: { id: client.id, name: client.name },
    secret,
    back: placeOf(call, client),
    guides: connectionGuides(issuer, client, secret),
  };
  return page("admin/api-clients/secret", "clients.once.title", data, { status, secret: true });
}

/** @throws RowNotFound; ActionForbidden without the right */
export const showApplication: WebHandler = async (call) => {
  const { services, actor, form } = call;
  const { scope, client } = await getOrganisationApplication(call, organisationOf(call), applicationOf(call));
  const may = (act: "update" | "delete"): boolean => hasRight(actor, scope.ownRole, `applications.${act}`);
  return page("organisations/applications/edit", "organisations.applications.edit.title", {
    organisation: { slug: scope.organisation.slug },
    application: {
      ...present(client),
      clientId: clientIdOf(client),
      ...(await readClientUse(services, client.id)),
    },
    stamp: client.type === "confidential" ? secretStamp(services, client) : null,
    grants: grantChoices(grantTypesOf(client.type).filter((grant) => APPLICATION_GRANTS.includes(grant))),
    selected: grantsIn(form) ?? client.grant_types,
    roles: await roleGroups(call, scope, client.organisation_role),
    maxUris: MAX_REDIRECT_URIS,
    mayUpdate: may("update"),
    mayDelete: may("delete"),
  });
};

export const submitApplicationChanges: WebHandler = async (call) => {
  const changes = { ...changesIn(call.form), ...roleIn(call) };
  const client = await updateOrganisationApplication(
    call,
    organisationOf(call),
    applicationOf(call),
    changes,
  );
  return redirect(placeOf(call, client), success("form.saved"));
};

export const submitApplicationSecret: WebHandler = async (call) => {
  const { form, services } = call;
  const check = form.has("_stamp") ? hasSecret(services, form.text("_stamp")) : undefined;
  try {
    const made = await rotateApplicationSecret(call, organisationOf(call), applicationOf(call), check);
    return secretPage(call, made.client, made.secret, 200);
  } catch (error) {
    if (!(error instanceof VersionStale)) throw error;
    return redirect(placeOf(call, { id: applicationOf(call) }), {
      kind: "warning",
      key: "clients.secret.stale",
    });
  }
};

export const submitApplicationDeletion: WebHandler = async (call) => {
  const { name } = await deleteOrganisationApplication(call, organisationOf(call), applicationOf(call));
  return redirect(listOf(call), success("clients.deleted", { name }));
};
