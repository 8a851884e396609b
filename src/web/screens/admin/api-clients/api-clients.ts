import { CLIENT_SORTS, listClients, readClientUse } from "../../../../domain/oauth/clients/client-list.js";
import { MAX_REDIRECT_URIS, type ClientInput } from "../../../../domain/oauth/clients/client-input.js";
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
import { DEVICE_GRANT, grantTypesOf, type GrantType } from "../../../../domain/oauth/grants/grant-types.js";
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
import { connectionGuides } from "./connection-guides.js";
import { boxIn, optionsInForm, presentOptions } from "./client-options.js";
import { page, redirect, success, type WebResult } from "../../../server/responses/web-result.js";

const SORTS = { columns: CLIENT_SORTS, byDefault: "name" };
const AFTER_LOGOUT = "post_logout_redirect_uris";
/** What an application is → the type and the grants of its client. */
const KINDS: Record<string, { type: ClientType; grantTypes: GrantType[] }> = {
  web: { type: "confidential", grantTypes: ["authorization_code", "refresh_token"] },
  single_page: { type: "public", grantTypes: ["authorization_code", "refresh_token"] },
  native: { type: "public", grantTypes: ["authorization_code", "refresh_token"] },
  device: { type: "public", grantTypes: [DEVICE_GRANT, "refresh_token"] },
  machine: { type: "confidential", grantTypes: ["client_credentials"] },
};

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
  clientId: clientIdOf(client),
  name: client.name,
  type: client.type,
  origin: originOf(client),
  documentFetchedAt: client.document_fetched_at,
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

/** How the client came here. */
const originOf = ({ document_url, registered_itself }: OAuthClient) =>
  document_url !== null ? "document" : registered_itself ? "itself" : null;

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
    kinds: Object.keys(KINDS).map((kind) =>
      choice(kind, `clients.kind.${kind}` as MessageKey, `clients.kind_hint.${kind}` as MessageKey),
    ),
    introspects: boxIn(call.form, "may_introspect") ?? false,
    roles: roleGroups(call),
    maxUris: MAX_REDIRECT_URIS,
  });

export const submitClient: WebHandler = async (call) => {
  try {
    const made = await createClient(call, inputOf(call.form), formIdOf(call, "client"));
    const { client, secret } = made;
    const back = afterCreation(call, client.id);
    if (secret === null) return redirect(back, success("clients.created", { name: client.name }));
    return secretPage(call, { client, secret, back, status: 201 });
  } catch (error) {
    if (!(error instanceof ClientExists)) throw error;
    return redirect(placeOf(call), { kind: "warning", key: "clients.already_created" });
  }
};

/** Type and grants are those of the kind, or given one by one. The domain validates them. */
const inputOf = (form: Form): ClientInput => ({
  name: form.text("name"),
  type: form.text("type") as ClientType,
  grantTypes: grantsIn(form),
  ...(Object.hasOwn(KINDS, form.text("kind")) && KINDS[form.text("kind")]),
  redirectUris: linesOf(form, "redirect_uris"),
  postLogoutRedirectUris: linesOf(form, AFTER_LOGOUT),
  mayIntrospect: boxIn(form, "may_introspect") ?? false,
  homepageUrl: form.text("homepage_url"),
  role: roleIn(form) ?? null,
});

/** The empty value of the form says that no box is ticked. */
const grantsIn = (form: Form): GrantType[] =>
  form.list("grant_types").filter((grant) => grant !== "") as GrantType[];

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
  return page("admin/api-clients/edit", "clients.edit.title", {
    client: {
      ...present(client, call),
      ...(await readClientUse(services, client.id)),
    },
    stamp:
      client.type === "confidential" && client.document_url === null ? secretStamp(services, client) : null,
    introspects: boxIn(call.form, "may_introspect") ?? client.may_introspect,
    roles: roleGroups(call),
    role: roleOfClient(call.actor.allRoles, client)?.name ?? "",
    grants: grantTypesOf(client.type).map((grant) =>
      choice(grant, `clients.grant.${wordOf(grant)}`, `clients.grant_hint.${wordOf(grant)}`),
    ),
    selected: call.form.list("grant_types").length > 0 ? grantsIn(call.form) : client.grant_types,
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
    ...(form.list("grant_types").length > 0 ? { grantTypes: grantsIn(form) } : {}),
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
