import { readClientUse, type ListedClient } from "../../../domain/oauth/clients/client-list.js";
import {
  createOrganisationApplication,
  deleteOrganisationApplication,
  getOrganisationApplication,
  listOrganisationApplications,
  rotateApplicationSecret,
  updateOrganisationApplication,
} from "../../../domain/oauth/clients/organisation-applications.js";
import type { OrganisationRight } from "../../../domain/organisations/organisation-roles.js";
import { RowNotFound } from "../../../lib/failures.js";
import type { OAuthClient } from "../../../models/oauth-client.js";
import { ApiResponse } from "../../envelope.js";
import { respondWithList, searchFilter } from "../../lists.js";
import { presentOrganisationApplication } from "../../presenters/organisations.js";
import { asViewer, type Call, type HandlersOf, type Schema } from "../../types.js";

export const handlers: HandlersOf<"service/organisation-applications"> = {
  "organisations.show.applications": (call) =>
    respondWithList(
      assertInstalled(call),
      "name",
      (request) => {
        const search = searchFilter(call.query.filter?.search);
        return listOrganisationApplications(asViewer(call), call.params.organisation, { ...request, search });
      },
      presentOrganisationApplication,
    ),

  "organisations.update.applications.store": async (call) => {
    const { organisation } = assertInstalled(call).params;
    const { client, secret } = await createOrganisationApplication(call, organisation, {
      name: call.body.name,
      type: call.body.type,
      ...changesIn(call.body),
      grantTypes: call.body.grant_types,
      redirectUris: call.body.redirect_uris ?? [],
    });
    return withSecret(call, client, secret);
  },

  "organisations.show.applications.show": (call) => show(assertInstalled(call)),

  "organisations.update.applications.update": async (call) => {
    const { organisation, application } = assertInstalled(call).params;
    const { name, ...fields } = call.body ?? {};
    const changes = { ...(name !== undefined && { name }), ...changesIn(fields) };
    await updateOrganisationApplication(call, organisation, application, changes);
    // a role can allow changing without reading
    return show(call, "applications.update");
  },

  "organisations.update.applications.destroy": async (call) => {
    const { organisation, application } = assertInstalled(call).params;
    await deleteOrganisationApplication(call, organisation, application);
    return ApiResponse.empty();
  },

  "organisations.update.applications.secret": async (call) => {
    const { organisation, application } = assertInstalled(call).params;
    const { client, secret } = await rotateApplicationSecret(call, organisation, application);
    return withSecret(call, client, secret);
  },
};

/** Clients exist only with the OAuth2 server. @throws RowNotFound without it */
function assertInstalled<Some extends Pick<Call<"organisations.show">, "services">>(call: Some): Some {
  if (!call.services.config.oauthInstalled) throw new RowNotFound();
  return call;
}

/** The fields that are sent. */
const changesIn = (body: Schema<"UpdateOrganisationApplicationRequest">) => ({
  ...(body.grant_types !== undefined && { grantTypes: body.grant_types }),
  ...(body.redirect_uris !== undefined && { redirectUris: body.redirect_uris }),
  ...(body.post_logout_redirect_uris !== undefined && {
    postLogoutRedirectUris: body.post_logout_redirect_uris,
  }),
  ...(body.homepage_url !== undefined && { homepageUrl: body.homepage_url }),
  ...(body.role !== undefined && { organisationRole: body.role }),
});

/** The stored row, because a changed one carries its own time. @throws RowNotFound, ActionForbidden */
async function show(
  call: Pick<Call<"organisations.show.applications.show">, "viewer" | "services" | "params">,
  right?: OrganisationRight,
) {
  const { organisation, application } = call.params;
  const { client } = await getOrganisationApplication(
    { services: call.services, actor: call.viewer },
    organisation,
    application,
    right,
  );
  return ApiResponse.ok(presentOrganisationApplication(await withUse(call, client)));
}

const withUse = async (
  { services }: Pick<Call<"organisations.show">, "services">,
  client: OAuthClient,
): Promise<ListedClient> => ({ client, ...(await readClientUse(services, client.id)) });

async function withSecret(
  call: Pick<Call<"organisations.update.applications.store">, "services" | "params">,
  client: OAuthClient,
  secret: string | null,
) {
  const presented = presentOrganisationApplication(await withUse(call, client));
  const Location = `/api/v1/organisations/${call.params.organisation}/applications/${client.id}`;
  return ApiResponse.created({ ...presented, secret }, { Location });
}
