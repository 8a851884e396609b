import { RowNotFound, ValidationFailed } from "../../../lib/failures.js";
import type { ListPage } from "../../../models/lists/list-page.js";
import type { OAuthClient } from "../../../models/oauth-client.js";
import { Applications } from "../../../models/organisations/applications.js";
import type { OrganisationScope } from "../../../models/organisations/scope.js";
import { text } from "../../../texts/translate.js";
import type { Administrator, RoleHolder } from "../../access/actor.js";
import type { ActorCall, ReadCall } from "../../context.js";
import type { ClientInput } from "./client-input.js";
import { readClients, type ClientListRequest, type ListedClient } from "./client-list.js";
import type { AdmitToClients } from "./client-owners.js";
import type { ClientCheck } from "./client-stamps.js";
import { createClient, deleteClient, rotateClientSecret, updateClient, type NewClient } from "./clients.js";
import type { GrantType } from "../grants/grant-types.js";
import { assertMayManage, enterOrganisation, lockOrganisation } from "../../organisations/access.js";
import { requireRole } from "../../organisations/custom-roles.js";
import type { OrganisationRight } from "../../organisations/organisation-roles.js";

/** The grants of applications that no administrator of the service has registered. */
export const APPLICATION_GRANTS: readonly GrantType[] = [
  "authorization_code",
  "refresh_token",
  "client_credentials",
];

/** An application has no options, no role of the service, and can't introspect tokens of others. */
export type ApplicationInput = Pick<
  ClientInput,
  | "name"
  | "type"
  | "redirectUris"
  | "postLogoutRedirectUris"
  | "grantTypes"
  | "homepageUrl"
  | "organisationRole"
>;

/**
 * Locks the organisation before its clients, see `lockUserAndClient`. With its secret one has the role of an application, so
 * this takes the right to give that role.
 * @param role that the application gets; null for none
 */
const admitTo =
  (key: string, role: string | null = null): AdmitToClients =>
  async (context, act) => {
    const locked = await lockOrganisation(context, key, `applications.${act}`);
    const { actor, scope } = locked;
    const assertMayGive = async (name: string | null): Promise<void> => {
      if (name !== null) assertMayManage(actor, scope, [await requireRole(scope, name)]);
    };
    await assertMayGive(role);
    return { ...locked, assertMayManage: (client) => assertMayGive(client.organisation_role) };
  };

/**
 * The applications of an organisation, sorted by `CLIENT_SORTS`.
 * @param key the id or the slug
 * @throws RowNotFound, ActionForbidden
 */
export const listOrganisationApplications = (
  { services, actor, signal }: ReadCall<RoleHolder>,
  key: string,
  request: ClientListRequest,
): Promise<ListPage<ListedClient>> =>
  services.reads.run(
    async (knex) => {
      const scope = await enterOrganisation(knex, actor, key, "applications.read");
      return readClients(knex, new Applications(scope).all(), request);
    },
    { signal },
  );

/** @param right that the actor needs. @throws RowNotFound, also for a client of another organisation; ActionForbidden */
export async function getOrganisationApplication(
  { services, actor }: Pick<ReadCall<RoleHolder>, "services" | "actor">,
  key: string,
  id: string,
  right: OrganisationRight = "applications.read",
): Promise<{ scope: OrganisationScope; client: OAuthClient }> {
  const scope = await enterOrganisation(services.knex, actor, key, right);
  const client = await new Applications(scope).find(id);
  if (!client) throw new RowNotFound();
  return { scope, client };
}

/**
 * Registers a client that belongs to the organisation.
 * @param id of the client; a form that sends its own id creates one client, however often it is submitted
 * @throws as `createClient`, and RowNotFound
 */
export async function createOrganisationApplication(
  call: ActorCall<Administrator>,
  key: string,
  input: ApplicationInput,
  id?: string,
): Promise<NewClient> {
  assertGrants(input.grantTypes);
  const admit = admitTo(key, input.organisationRole);
  return createClient(call, { ...input, mayIntrospect: false }, id, admit);
}

/** Writes the fields that differ; absent ones stay as they are. @throws as `updateClient` */
export async function updateOrganisationApplication(
  call: ActorCall<Administrator>,
  key: string,
  id: string,
  changes: Partial<Omit<ApplicationInput, "type">>,
): Promise<OAuthClient> {
  assertGrants(changes.grantTypes ?? []);
  return updateClient(call, id, changes, undefined, admitTo(key, changes.organisationRole));
}

/** @throws as `rotateClientSecret` */
export const rotateApplicationSecret = (
  call: ActorCall<Administrator>,
  key: string,
  id: string,
  check?: ClientCheck,
): Promise<{ client: OAuthClient; secret: string }> => rotateClientSecret(call, id, check, admitTo(key));

/** @throws as `deleteClient` */
export const deleteOrganisationApplication = (
  call: ActorCall<Administrator>,
  key: string,
  id: string,
): Promise<OAuthClient> => deleteClient(call, id, undefined, admitTo(key));

/** @throws ValidationFailed */
function assertGrants(grants: readonly GrantType[]): void {
  if (!grants.every((grant) => APPLICATION_GRANTS.includes(grant)))
    throw new ValidationFailed({ grant_types: [text("validation.choice")] });
}
