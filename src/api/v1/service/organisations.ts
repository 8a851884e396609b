import {
  invite,
  inviteAgain,
  listInvitations,
  revokeInvitation,
} from "../../../domain/organisations/invitations.js";
import {
  changeMemberRole,
  listMembers,
  removeMember,
  transferOrganisation,
} from "../../../domain/organisations/members.js";
import {
  changeOrganisationLogo,
  removeOrganisationLogo,
} from "../../../domain/organisations/organisation-logos.js";
import {
  createOrganisation,
  deleteOrganisation,
  getOrganisation,
  updateOrganisation,
} from "../../../domain/organisations/organisations.js";
import {
  createOrganisationRole,
  deleteOrganisationRole,
  listOrganisationRoles,
  updateOrganisationRole,
} from "../../../domain/organisations/custom-roles.js";
import {
  createProvisioningToken,
  deleteProvisioningToken,
  listProvisioningTokens,
  scimBaseUrl,
} from "../../../domain/organisations/provisioning-tokens.js";
import { pageOf } from "../../../models/lists/list-page.js";
import { ApiResponse } from "../../envelope.js";
import { ifMatch } from "../../if-match.js";
import { respondWithList, searchFilter } from "../../lists.js";
import {
  organisationTag,
  presentInvitation,
  presentMember,
  presentOrganisation,
  presentProvisioningToken,
  presentRole,
} from "../../presenters/organisations.js";
import { asViewer, creating, type Call, type HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"service/organisations"> = {
  "organisations.store": creating(
    async (call) => (await createOrganisation(call, call.body)).id,
    async (call, id) => {
      const { organisation } = await getOrganisation(call, id);
      const headers = { ETag: organisationTag(organisation), Location: `/api/v1/organisations/${id}` };
      return ApiResponse.created(presentOrganisation(call.services, organisation), headers);
    },
  ),

  "organisations.show": (call) => show(call, call.params.organisation),

  "organisations.update": async (call) => {
    const check = ifMatch(call.headers["If-Match"]);
    const { id } = await updateOrganisation(call, call.params.organisation, call.body ?? {}, check);
    return show(call, id);
  },

  "organisations.destroy": async (call) => {
    await deleteOrganisation(call, call.params.organisation, ifMatch(call.headers["If-Match"]));
    return ApiResponse.empty();
  },

  "organisations.update.logo": async (call) => {
    const { organisation } = call.params;
    await changeOrganisationLogo(call, organisation, call.body.logo);
    return show(call, organisation);
  },

  "organisations.update.logo.destroy": async (call) => {
    await removeOrganisationLogo(call, call.params.organisation);
    const { organisation } = await getOrganisation(call, call.params.organisation);
    return { ...ApiResponse.empty(), headers: { ETag: organisationTag(organisation) } };
  },

  "organisations.show.members": (call) =>
    respondWithList(
      call,
      "-created_at",
      async (request) => {
        const { role, search } = call.query.filter ?? {};
        const filters = { role, search: searchFilter(search) };
        return listMembers(asViewer(call), call.params.organisation, { ...request, ...filters });
      },
      presentMember,
    ),

  "organisations.update.members.update": async (call) => {
    const { organisation, user } = call.params;
    return ApiResponse.ok(presentMember(await changeMemberRole(call, organisation, user, call.body.role)));
  },

  "organisations.update.members.destroy": async (call) => {
    await removeMember(call, call.params.organisation, call.params.user);
    return ApiResponse.empty();
  },

  "organisations.update.owner": async (call) =>
    ApiResponse.ok(
      presentMember(await transferOrganisation(call, call.params.organisation, call.body.user_id)),
    ),

  "organisations.show.roles": (call) =>
    respondWithList(
      call,
      "",
      async (request) => {
        const roles = await listOrganisationRoles(asViewer(call), call.params.organisation);
        return pageOf(request, roles, ({ name }) => name);
      },
      presentRole,
    ),

  "organisations.update.roles.store": async (call) =>
    ApiResponse.created(
      presentRole(await createOrganisationRole(call, call.params.organisation, call.body)),
      {},
    ),

  "organisations.update.roles.update": async (call) => {
    const { organisation, role } = call.params;
    return ApiResponse.ok(
      presentRole(await updateOrganisationRole(call, organisation, role, call.body ?? {})),
    );
  },

  "organisations.update.roles.destroy": async (call) => {
    await deleteOrganisationRole(call, call.params.organisation, call.params.role);
    return ApiResponse.empty();
  },

  "organisations.show.invitations": (call) =>
    respondWithList(
      call,
      "-created_at",
      (request) => listInvitations(asViewer(call), call.params.organisation, request),
      presentInvitation,
    ),

  "organisations.update.invitations.store": async (call) =>
    ApiResponse.created(presentInvitation(await invite(call, call.params.organisation, call.body)), {}),

  "organisations.update.invitations.resend": async (call) => {
    const { organisation, invitation } = call.params;
    return ApiResponse.ok(presentInvitation(await inviteAgain(call, organisation, invitation)));
  },

  "organisations.update.invitations.destroy": async (call) => {
    const { organisation, invitation } = call.params;
    await revokeInvitation(call, organisation, invitation);
    return ApiResponse.empty();
  },

  "organisations.show.provisioning-tokens": (call) =>
    respondWithList(
      call,
      "",
      async (request) => {
        const tokens = await listProvisioningTokens(call, call.params.organisation);
        return pageOf(request, tokens, ({ token }) => token.id);
      },
      presentProvisioningToken,
    ),

  "organisations.update.provisioning-tokens.store": async (call) => {
    const issued = await createProvisioningToken(call, call.params.organisation, call.body);
    const base_url = scimBaseUrl(call.services.config.env.APP_URL);
    return ApiResponse.created({ ...presentProvisioningToken(issued), token: issued.value, base_url }, {});
  },

  "organisations.update.provisioning-tokens.destroy": async (call) => {
    await deleteProvisioningToken(call, call.params.organisation, call.params.token);
    return ApiResponse.empty();
  },
};

/** The stored row, because a changed one carries its own time. @throws RowNotFound */
async function show(call: Pick<Call<"organisations.show">, "viewer" | "services">, key: string) {
  const { organisation } = await getOrganisation({ services: call.services, actor: call.viewer }, key);
  return ApiResponse.ok(presentOrganisation(call.services, organisation), {
    ETag: organisationTag(organisation),
  });
}
