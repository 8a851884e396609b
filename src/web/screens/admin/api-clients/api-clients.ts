import {
  CLIENT_SORTS,
  listClients,
  readClientOwners,
  readClientUse,
} from "../../../../domain/oauth/clients/client-list.js";
import { MAX_REDIRECT_URIS } from "../../../../domain/oauth/clients/client-input.js";
import {
  ClientExists,
  createClient,
  deleteClient,
  rotateClientSecret,
  updateClient,
} from "../../../../domain/oauth/clients/clients.js";
import { clientIdOf } from "../../../../domain/oauth/clients/client-ids.js";
import { getClient } from "../../../../domain/oauth/clients/managed-clients.js";
import { hasSecret, secretStamp } from "../../../../domain/oauth/clients/client-stamps.js";
import { mayManageClient, roleOfClient } from "../../../../domain/oauth/clients/client-role.js";
import { assignableRoles } from "../../../../domain/access/assignable-roles.js";
import type { RoleView } from "../../../../domain/access/authority.js";
import { GRANT_TYPES, grantTypesOf, type GrantType } from "../../../../domain/oauth/grants/grant-types.js";
import { logoPath } from "../../../../domain/settings/branding.js";
import { VersionStale } from "../../../../lib/failures.js";
import type { Translate } from "../../../../texts/translate.js";
import type { OAuthClient } from "../../../../models/oauth-client.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import { formIdOf, sealFormId } from "../../../forms/form-ids.js";
import { ungrouped } from "../../../forms/select-groups.js";
import { roleLabel, roleOptions } from "../../../words/labels.js";
import type { Form } from "../../../forms/form.js";
import { ListRequest, listOptions, listView } from "../../../lists/list-request.js";
import { changesIn, grantChoices, grantLabel, grantsIn, inputOf, kindChoices } from "./client-form.js";
import { connectionGuides } from "./connection-guides.js";
import { boxIn, optionsInForm, presentOptions } from "./client-options.js";
import { page, redirect, success, type WebResult } from "../../../server/responses/web-result.js";

const SORTS = { columns: CLIENT_SORTS, byDefault: "name" };
export const showClients: WebHandler = async (call) => {
  const request = new ListRequest("admin.api-clients.index", call, SORTS);
  const found = await listClients(call, { ...request, locale: call.locale });
  const clients = found.items.map(({ client }) => client);
  const organisations = await readClientOwners(call.services, clients);
  const data = {
    clients: found.items.map(({ client, activeTokens }) => ({
      ...present(client, call),
      organisation: organisations.get(client.organisation_id),
      activeTokens,
    })),
    list: listView(request, found),
  };
  return page("admin/api-clients/list", "clients.title", data, listOptions(request));
};

const present = (client: OAuthClient, { actor, t }: WebCall) => ({
  id: client.id,
  clientId: clientIdOf(client),
  name: client.name,
  type: client.type,
  origin: originOf(client),
  documentFetchedAt: client.document_fetched_at,
  grants: client.grant_types.map((grant) => grantLabel(grant as GrantType)),
  redirectUris: client.redirect_uris,
  postLogoutRedirectUris: client.post_logout_redirect_uris,
  homepageUrl: client.homepage_url,
  logo: client.logo && logoPath(client.logo),
  mayIntrospect: client.may_introspect,
  role: nameOf(roleOfClient(actor.allRoles, client), t),
  isManageable: mayManageClient(actor, client),
  createdAt: client.created_at,
  updatedAt: client.updated_at,
});

/** How the client came here. */
const originOf = ({ document_url, registered_itself, organisation_id }: OAuthClient) =>
  document_url !== null
    ? "document"
    : registered_itself
      ? "itself"
      : organisation_id !== null
        ? "organisation"
        : null;

const nameOf = (role: RoleView | null, t: Translate) => (role === null ? null : roleLabel(t, role));

/** The roles that the actor can give, after the choice of none; null when the actor can't read roles. */
const roleGroups = ({ actor, t }: WebCall) =>
  actor.can("roles.read")
    ? ungrouped([{ value: "", label: t("clients.role.none") }, ...roleOptions(t, assignableRoles(actor))])
    : null;

export const showNewClient: WebHandler = (call) =>
  page("admin/api-clients/create", "clients.create.title", {
    formId: sealFormId(call, "client"),
    kinds: kindChoices(GRANT_TYPES),
    introspects: boxIn(call.form, "may_introspect") ?? false,
    roles: roleGroups(call),
    maxUris: MAX_REDIRECT_URIS,
  });

export const submitClient: WebHandler = async (call) => {
  try {
    const { form } = call;
    const input = {
      ...inputOf(form),
      mayIntrospect: boxIn(form, "may_introspect") ?? false,
      role: roleIn(form) ?? null,
    };
    const made = await createClient(call, input, formIdOf(call, "client"));
    const { client, secret } = made;
    const back = afterCreation(call, client.id);
    if (secret === null) return redirect(back, success("clients.created", { name: client.name }));
    return secretPage(call, { client, secret, back, status: 201 });
  } catch (error) {
    if (!(error instanceof ClientExists)) throw error;
    return redirect(placeOf(call), { kind: "warning", key: "clients.already_created" });
  }
};

/** An empty choice means none; undefined without the field. */
const roleIn = (form: Form): string | null | undefined =>
  form.has("role") ? form.text("role") || null : undefined;

/** The client's page, or the next one that the user can read. */
function placeOf({ actor }: WebCall, client?: string): string {
  if (actor.can("api-clients.read"))
    return client === undefined
      ? path("admin.api-clients.index")
      : path("admin.api-clients.edit", { client });
  return path(actor.can("api-clients.create") ? "admin.api-clients.create" : "home");
}

/** A new client is connected first. */
const afterCreation = (call: WebCall, client: string): string =>
  call.actor.can("api-clients.read") ? path("admin.api-clients.connect", { client }) : placeOf(call, client);

interface ShownSecret {
  client: OAuthClient;
  secret: string;
  back: string;
  status: number;
}

/** The only answer that contains the secret, also in the settings to paste. */
function secretPage(call: WebCall, { client, secret, back, status }: ShownSecret): WebResult {
  const issuer = call.services.config.env.APP_URL.origin;
  const data = {
    client: present(client, call),
    secret,
    back,
    guides: connectionGuides(issuer, client, secret),
  };
  return page("admin/api-clients/secret", "clients.once.title", data, { status, secret: true });
}

export const showClient: WebHandler = async (call) => {
  const { services } = call;
  const client = await getClient(services.knex, call.actor, call.params["client"]!);
  const isDescribedHere = client.document_url === null && client.organisation_id === null;
  return page("admin/api-clients/edit", "clients.edit.title", {
    client: {
      ...present(client, call),
      organisation: (await readClientOwners(services, [client])).get(client.organisation_id),
      ...(await readClientUse(services, client.id)),
    },
    stamp: isDescribedHere && client.type === "confidential" ? secretStamp(services, client) : null,
    isDescribedHere,
    introspects: boxIn(call.form, "may_introspect") ?? client.may_introspect,
    roles: roleGroups(call),
    role: roleOfClient(call.actor.allRoles, client)?.name ?? "",
    grants: grantChoices(grantTypesOf(client.type)),
    selected: grantsIn(call.form) ?? client.grant_types,
    options: presentOptions(call, client.type, client.options),
    maxUris: MAX_REDIRECT_URIS,
  });
};

export const submitClientChanges: WebHandler = async (call) => {
  const { params, form } = call;
  const mayIntrospect = boxIn(form, "may_introspect");
  const role = roleIn(form);
  const changes = {
    ...changesIn(form),
    ...(mayIntrospect === undefined ? {} : { mayIntrospect }),
    ...(role === undefined ? {} : { role }),
    options: optionsInForm(form),
  };
  const { id } = await updateClient(call, params["client"]!, changes);
  return redirect(placeOf(call, id), success("form.saved"));
};

export const submitClientSecret: WebHandler = async (call) => {
  const { params, form, services } = call;
  const id = params["client"]!;
  const check = form.has("_stamp") ? hasSecret(services, form.text("_stamp")) : undefined;
  try {
    const { client, secret } = await rotateClientSecret(call, id, check);
    return secretPage(call, { client, secret, back: placeOf(call, client.id), status: 200 });
  } catch (error) {
    if (!(error instanceof VersionStale)) throw error;
    return redirect(placeOf(call, id), { kind: "warning", key: "clients.secret.stale" });
  }
};

export const submitClientDeletion: WebHandler = async (call) => {
  const { name } = await deleteClient(call, call.params["client"]!);
  return redirect(placeOf(call), success("clients.deleted", { name }));
};
