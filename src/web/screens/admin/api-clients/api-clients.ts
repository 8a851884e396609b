import { CLIENT_SORTS, listClients, readClientUse } from "../../../../domain/oauth/clients/client-list.js";
import { MAX_REDIRECT_URIS, type ClientInput } from "../../../../domain/oauth/clients/client-input.js";
import {
  ClientExists,
  createClient,
  deleteClient,
  rotateClientSecret,
  updateClient,
} from "../../../../domain/oauth/clients/clients.js";
import { getClient } from "../../../../domain/oauth/clients/managed-clients.js";
import { hasSecret, secretStamp } from "../../../../domain/oauth/clients/client-stamps.js";
import { mayManageClient, roleOfClient } from "../../../../domain/oauth/clients/client-role.js";
import { assignableRoles } from "../../../../domain/access/assignable-roles.js";
import type { RoleView } from "../../../../domain/access/authority.js";
import { DEVICE_GRANT, GRANT_TYPES, type GrantType } from "../../../../domain/oauth/grants/grant-types.js";
import { logoPath } from "../../../../domain/settings/branding.js";
import { VersionStale } from "../../../../lib/failures.js";
import type { MessageKey, Translate } from "../../../../texts/translate.js";
import type { ClientType, OAuthClient } from "../../../../models/oauth-client.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import { formIdOf, sealFormId } from "../../../forms/form-ids.js";
import { ungrouped } from "../../../forms/select-groups.js";
import { roleLabel, roleOptions } from "../../../words/labels.js";
import type { Form } from "../../../forms/form.js";
import { ListRequest, listOptions, listView } from "../../../lists/list-request.js";
import { boxIn, optionsInForm, presentOptions } from "./client-options.js";
import { page, redirect, success, type WebResult } from "../../../server/responses/web-result.js";

const SORTS = { columns: CLIENT_SORTS, byDefault: "name" };
const AFTER_LOGOUT = "post_logout_redirect_uris";
const TYPES: readonly ClientType[] = ["confidential", "public"];

export const showClients: WebHandler = async (call) => {
  const request = new ListRequest("admin.api-clients.index", call, SORTS);
  const found = await listClients(call, { ...request, locale: call.locale });
  const data = {
    clients: found.items.map(({ client, activeTokens }) => ({ ...present(client, call), activeTokens })),
    list: listView(request, found),
  };
  return page("admin/api-clients/list", "clients.title", data, listOptions(request));
};

const present = (client: OAuthClient, { actor, t }: WebCall) => ({
  id: client.id,
  name: client.name,
  type: client.type,
  grants: client.grant_types.map((grant) => `clients.grant.${wordOf(grant as GrantType)}`),
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

const nameOf = (role: RoleView | null, t: Translate) => (role === null ? null : roleLabel(t, role));

/** The roles that the actor can give, after the choice of none; null when the actor can't read roles. */
const roleGroups = ({ actor, t }: WebCall) =>
  actor.can("roles.read")
    ? ungrouped([{ value: "", label: t("clients.role.none") }, ...roleOptions(t, assignableRoles(actor))])
    : null;

/** The name of a grant in the catalogue; the device grant is a URN. */
const wordOf = (grant: GrantType) => (grant === DEVICE_GRANT ? "device_code" : grant);

const choice = (value: string, label: MessageKey, hint: MessageKey) => ({ value, label, hint });

export const showNewClient: WebHandler = (call) =>
  page("admin/api-clients/create", "clients.create.title", {
    formId: sealFormId(call, "client"),
    types: TYPES.map((type) => choice(type, `clients.type.${type}`, `clients.type_hint.${type}`)),
    grants: GRANT_TYPES.map((grant) =>
      choice(grant, `clients.grant.${wordOf(grant)}`, `clients.grant_hint.${wordOf(grant)}`),
    ),
    selected: call.rejection ? call.form.list("grant_types") : ["authorization_code", "refresh_token"],
    introspects: boxIn(call.form, "may_introspect") ?? false,
    roles: roleGroups(call),
    maxUris: MAX_REDIRECT_URIS,
  });

export const submitClient: WebHandler = async (call) => {
  try {
    const made = await createClient(call, inputOf(call.form), formIdOf(call, "client"));
    const { client, secret } = made;
    if (secret === null)
      return redirect(placeOf(call, client.id), success("clients.created", { name: client.name }));
    return secretPage(call, client, secret, 201);
  } catch (error) {
    if (!(error instanceof ClientExists)) throw error;
    return redirect(placeOf(call), { kind: "warning", key: "clients.already_created" });
  }
};

/** The domain validates types and grants. */
const inputOf = (form: Form): ClientInput => ({
  name: form.text("name"),
  type: form.text("type") as ClientType,
  grantTypes: form.list("grant_types") as GrantType[],
  redirectUris: linesOf(form, "redirect_uris"),
  postLogoutRedirectUris: linesOf(form, AFTER_LOGOUT),
  mayIntrospect: boxIn(form, "may_introspect") ?? false,
  homepageUrl: form.text("homepage_url"),
  role: roleIn(form) ?? null,
});

/** An empty choice means none; undefined without the field. */
const roleIn = (form: Form): string | null | undefined =>
  form.has("role") ? form.text("role") || null : undefined;

const linesOf = (form: Form, field: string): string[] => form.text(field).split(/\r\n|\r|\n/);

/** The client's page, or the next one that the user can read. */
function placeOf({ actor }: WebCall, client?: string): string {
  if (actor.can("api-clients.read"))
    return client === undefined
      ? path("admin.api-clients.index")
      : path("admin.api-clients.edit", { client });
  return path(actor.can("api-clients.create") ? "admin.api-clients.create" : "home");
}

/** The only answer that contains the secret. */
function secretPage(call: WebCall, client: OAuthClient, secret: string, status: number): WebResult {
  const data = { client: present(client, call), secret, back: placeOf(call, client.id) };
  return page("admin/api-clients/secret", "clients.once.title", data, { status, secret: true });
}

export const showClient: WebHandler = async (call) => {
  const { services } = call;
  const client = await getClient(services.knex, call.actor, call.params["client"]!);
  return page("admin/api-clients/edit", "clients.edit.title", {
    client: {
      ...present(client, call),
      ...(await readClientUse(services, client.id)),
    },
    stamp: client.type === "confidential" ? secretStamp(services, client) : null,
    introspects: boxIn(call.form, "may_introspect") ?? client.may_introspect,
    roles: roleGroups(call),
    role: roleOfClient(call.actor.allRoles, client)?.name ?? "",
    options: presentOptions(call, client.type, client.options),
    maxUris: MAX_REDIRECT_URIS,
  });
};

export const submitClientChanges: WebHandler = async (call) => {
  const { params, form } = call;
  const mayIntrospect = boxIn(form, "may_introspect");
  const role = roleIn(form);
  const changes = {
    name: form.text("name"),
    redirectUris: linesOf(form, "redirect_uris"),
    // a form that omits a field leaves it alone
    ...(form.has(AFTER_LOGOUT) ? { postLogoutRedirectUris: linesOf(form, AFTER_LOGOUT) } : {}),
    ...(form.has("homepage_url") ? { homepageUrl: form.text("homepage_url") } : {}),
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
    return secretPage(call, client, secret, 200);
  } catch (error) {
    if (!(error instanceof VersionStale)) throw error;
    return redirect(placeOf(call, id), { kind: "warning", key: "clients.secret.stale" });
  }
};

export const submitClientDeletion: WebHandler = async (call) => {
  const { name } = await deleteClient(call, call.params["client"]!);
  return redirect(placeOf(call), success("clients.deleted", { name }));
};
