import { changeClientLogo, removeClientLogo } from "../../domain/oauth/clients/client-logos.js";
import type { GrantType } from "../../domain/oauth/grants/grant-types.js";
import { listClients } from "../../domain/oauth/clients/client-list.js";
import { hasStamp, type ClientCheck } from "../../domain/oauth/clients/client-stamps.js";
import {
  createClient,
  deleteClient,
  rotateClientSecret,
  updateClient,
  type ClientChanges,
} from "../../domain/oauth/clients/clients.js";
import { roleOfClient } from "../../domain/oauth/clients/client-role.js";
import { getClient } from "../../domain/oauth/clients/managed-clients.js";
import type { Services } from "../../domain/services.js";
import { optionsIn } from "../../models/client-options.js";
import { RowNotFound } from "../../lib/failures.js";
import { ApiResponse } from "../envelope.js";
import { respondWithList, searchFilter } from "../lists.js";
import { stampsOf } from "../if-match.js";
import { presentClient, presentClientNow } from "../presenters/api-clients.js";
import type { Call, HandlersOf } from "../types.js";

export const handlers: HandlersOf<"api-clients"> = {
  "api-clients.index": async (call) => {
    servicesOf(call);
    const roles = call.actor.allRoles;
    return respondWithList(
      call,
      "name",
      async (request) => listClients(call, { ...request, search: searchFilter(call.query.filter?.search) }),
      ({ client, ...use }) =>
        presentClient(call.services, client, { role: roleOfClient(roles, client)?.name ?? null, ...use }),
    );
  },

  "api-clients.store": async (call) => {
    const services = servicesOf(call);
    const {
      grant_types,
      redirect_uris = [],
      post_logout_redirect_uris = [],
      may_introspect = false,
      homepage_url = null,
      ...fields
    } = call.body;
    const { client, secret } = await createClient(call, {
      ...fields,
      grantTypes: grant_types as GrantType[],
      redirectUris: redirect_uris,
      postLogoutRedirectUris: post_logout_redirect_uris,
      mayIntrospect: may_introspect,
      homepageUrl: homepage_url,
      options: optionsIn(fields),
    });
    const { client: presented, headers } = await presentClientNow(services, client);
    return ApiResponse.created({ ...presented, secret }, { ...headers, Location: addressOf(client) });
  },

  "api-clients.show": (call) => show(call, servicesOf(call)),

  "api-clients.update": async (call) => {
    const services = servicesOf(call);
    await updateClient(call, call.params.client, changesIn(call), checkOf(call));
    return show(call, services);
  },

  "api-clients.update.logo": async (call) => {
    const services = servicesOf(call);
    await changeClientLogo(call, call.params.client, call.body.logo);
    return show(call, services);
  },

  "api-clients.update.logo.destroy": async (call) => {
    servicesOf(call);
    await removeClientLogo(call, call.params.client);
    return ApiResponse.empty();
  },

  "api-clients.destroy": async (call) => {
    servicesOf(call);
    await deleteClient(call, call.params.client, checkOf(call));
    return ApiResponse.empty();
  },

  "api-clients.update.secret": async (call) => {
    const services = servicesOf(call);
    const { client, secret } = await rotateClientSecret(call, call.params.client, checkOf(call));
    const { client: presented, headers } = await presentClientNow(services, client);
    return ApiResponse.created({ ...presented, secret }, { ...headers, Location: addressOf(client) });
  },
};

/** The stored row, because a changed one carries its own time. @throws RowNotFound */
async function show(
  { actor, params }: Pick<Call<"api-clients.show">, "actor" | "params">,
  services: Services,
) {
  const { client, headers } = await presentClientNow(
    services,
    await getClient(services.knex, actor, params.client),
  );
  return ApiResponse.ok(client, headers);
}

/** Clients exist only with the OAuth2 server. @throws RowNotFound without it */
function servicesOf({ services }: { services: Services }): Services {
  if (!services.config.oauthInstalled) throw new RowNotFound();
  return services;
}

const addressOf = ({ id }: { id: string }): string => `/api/v1/api-clients/${id}`;

function checkOf(call: { services: Services; headers: { "If-Match"?: string } }): ClientCheck | undefined {
  const stamps = stampsOf(call.headers["If-Match"]);
  return stamps === null ? undefined : hasStamp(call.services, stamps);
}

function changesIn({ body }: Call<"api-clients.update">): ClientChanges {
  const {
    grant_types: grantTypes,
    redirect_uris: redirectUris,
    post_logout_redirect_uris: postLogoutRedirectUris,
    may_introspect: mayIntrospect,
    homepage_url: homepageUrl,
    ...fields
  } = body ?? {};
  return {
    ...fields,
    options: optionsIn(fields),
    ...(grantTypes === undefined ? {} : { grantTypes }),
    ...(redirectUris === undefined ? {} : { redirectUris }),
    ...(postLogoutRedirectUris === undefined ? {} : { postLogoutRedirectUris }),
    ...(mayIntrospect === undefined ? {} : { mayIntrospect }),
    ...(homepageUrl === undefined ? {} : { homepageUrl }),
  };
}
