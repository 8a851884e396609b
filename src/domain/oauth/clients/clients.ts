import { isBound, type Administrator } from "../../access/actor.js";
import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { isUniqueViolation } from "../../../database/errors.js";
import { ActionForbidden, Failure } from "../../../lib/failures.js";
import { text } from "../../../texts/translate.js";
import { CLIENT_SECRET, generateToken, sha256 } from "../../../lib/secrets.js";
import { OAuthClient } from "../../../models/oauth-client.js";
import { endClient, recordClientActivity } from "../../administration/client-activity.js";
import { logoFiles } from "../../administration/logo-files.js";
import { linkTo } from "../../mail/links.js";
import { queueNotice } from "../../mail/notices.js";
import { inActorContext, type ActorCall } from "../../context.js";
import { chosenOptions, columnsOf, differenceOf, saltFor } from "./client-columns.js";
import { validateClient, type ClientInput } from "./client-input.js";
import { changeOfRole, roleToGive } from "./client-role.js";
import { assertCurrent, type ClientCheck } from "./client-stamps.js";
import { Applications, MAX_APPLICATIONS } from "../../../models/organisations/applications.js";
import type { GrantType } from "../grants/grant-types.js";
import { admitToService, type AdmittedToClients, type AdmitToClients } from "./client-owners.js";
import { lockClient } from "./managed-clients.js";

/** The id is taken, because the same request was sent before. */
export class ClientExists extends Failure {
  constructor() {
    super(text("clients.already_created"));
  }
}

export interface NewClient {
  id: string;
  client: OAuthClient;
  /** In clear, shown once; null for a public client. */
  secret: string | null;
}

/**
 * Registers a client. All input is validated before anything is written.
 * @param id of the client; a form that sends its own id creates one client, however often it is submitted
 * @throws ValidationFailed with every invalid field; ClientExists; ActionForbidden when the account, its session or
 * its permission has ended, the actor can't give the role, or the organisation has too many
 */
export async function createClient(
  call: ActorCall<Administrator>,
  input: ClientInput,
  id: string = uuidv7(),
  admit: AdmitToClients = admitToService,
): Promise<NewClient> {
  const validated = validateClient(input);
  return inActorContext(call, async (context) => {
    const { services, trx } = context;
    const { account, actor, scope } = await admit(context, "create");
    if (scope && (await new Applications(scope).count()) >= MAX_APPLICATIONS)
      throw new ActionForbidden(text("organisations.applications.too_many", { max: MAX_APPLICATIONS }));
    const role = roleToGive(actor, validated.role ?? null);
    const secret = validated.type === "confidential" ? generateToken(CLIENT_SECRET) : null;
    const secret_hash = secret === null ? null : sha256(secret);
    const owner = { organisation_id: scope?.organisation.id ?? null };
    const columns = { ...columnsOf(validated), ...saltFor(validated.options), ...owner };
    const client = await insert(trx, { id, ...columns, role_id: role?.id ?? null, secret_hash });
    const { name, type, grant_types, redirect_uris, may_introspect, homepage_url } = client;
    const { post_logout_redirect_uris: afterLogout } = client;
    const given = {
      ...(afterLogout.length > 0 && { post_logout_redirect_uris: afterLogout }),
      ...chosenOptions(client.options),
      ...(homepage_url && { homepage_url }),
      ...(role && { role: role.name }),
      ...(scope && owner),
      ...(client.organisation_role !== null && { organisation_role: client.organisation_role }),
    };
    const changes = { name, type, grant_types, redirect_uris, may_introspect, ...given };
    await recordClientActivity(context, "client_created", client, changes);
    const url = scope
      ? linkTo(services, "organisations.applications.index", { organisation: scope.organisation.slug })
      : linkTo(services, "admin.api-clients.index");
    const notice = { kind: "client_created", values: { client: name }, url } as const;
    if (account !== null) await queueNotice(context, account, notice);
    return { id: client.id, client, secret };
  });
}

async function insert(trx: Knex.Transaction, columns: Partial<OAuthClient>): Promise<OAuthClient> {
  try {
    return await OAuthClient.query(trx).insertAndFetch(columns);
  } catch (error) {
    throw isUniqueViolation(error) ? new ClientExists() : error;
  }
}

/** Editable client fields. Absent fields stay as they are; the type always does. */
export type ClientChanges = Partial<
  Pick<
    ClientInput,
    | "name"
    | "grantTypes"
    | "redirectUris"
    | "postLogoutRedirectUris"
    | "mayIntrospect"
    | "role"
    | "homepageUrl"
    | "options"
    | "organisationRole"
  >
>;

/**
 * Writes the fields that differ.
 * @throws RowNotFound, ActionForbidden; VersionStale when the check fails; ValidationFailed
 */
export async function updateClient(
  call: ActorCall<Administrator>,
  id: string,
  changes: ClientChanges,
  check?: ClientCheck,
  admit: AdmitToClients = admitToService,
): Promise<OAuthClient> {
  return inActorContext(call, async (context) => {
    const { trx } = context;
    const admitted = await admit(context, "update");
    const { actor } = admitted;
    const client = await lockClient(trx, admitted, id);
    assertCurrent(client, check);
    const input = {
      name: client.name,
      type: client.type,
      redirectUris: client.redirect_uris,
      postLogoutRedirectUris: client.post_logout_redirect_uris,
      grantTypes: client.grant_types as GrantType[],
      mayIntrospect: client.may_introspect,
      homepageUrl: client.homepage_url,
      organisationRole: client.organisation_role,
      ...changes,
    };
    const { type: _type, ...wanted } = columnsOf(validateClient(input, client.options));
    const { after, difference } = differenceOf(client, wanted);
    const role = changeOfRole(actor, client, changes.role);
    if (Object.keys(after).length === 0 && role === null) return client;
    assertDescribedHere(client, admitted);
    if (isBound(actor)) assertSameCredentials(client, after);
    const salt = client.subject_salt === null && after.options ? saltFor(after.options) : {};
    await client.$query(trx).patch({ ...after, ...salt, ...role?.column });
    await recordClientActivity(context, "client_updated", client, { ...difference, ...role?.difference });
    return client;
  });
}

/** What a document says can be changed only there, and the organisation describes its own. @throws ActionForbidden */
function assertDescribedHere(client: OAuthClient, { scope }: AdmittedToClients): void {
  if (client.document_url !== null) throw new ActionForbidden(text("clients.from_document"));
  if (client.organisation_id !== null && !scope) throw new ActionForbidden(text("clients.of_organisation"));
}

/** A bound token could otherwise give a client a key or a right that outlives the token. @throws ActionForbidden */
function assertSameCredentials(before: OAuthClient, after: Partial<OAuthClient>): void {
  type Rights = Pick<OAuthClient, "may_introspect" | "grant_types" | "options" | "organisation_role">;
  const credentialsOf = ({ may_introspect, grant_types, options, organisation_role: role }: Rights) =>
    JSON.stringify([
      ...[may_introspect, grant_types, options.introspection_resources, role],
      ...[options.jwks, options.token_endpoint_auth_method],
    ]);
  if (credentialsOf(before) !== credentialsOf({ ...before, ...after } as Rights))
    throw new ActionForbidden(text("clients.credentials_kept"));
}

/**
 * Replaces the client's secret; the old one is rejected from then on. Issued tokens stay active.
 * @returns the plaintext secret, shown once
 * @throws RowNotFound; VersionStale when the check fails; ActionForbidden for a public client
 */
export async function rotateClientSecret(
  call: ActorCall<Administrator>,
  id: string,
  check?: ClientCheck,
  admit: AdmitToClients = admitToService,
): Promise<{ client: OAuthClient; secret: string }> {
  return inActorContext(call, async (context) => {
    const { trx } = context;
    const admitted = await admit(context, "update");
    const client = await lockClient(trx, admitted, id);
    if (client.type !== "confidential") throw new ActionForbidden(text("clients.no_secret"));
    assertDescribedHere(client, admitted);
    assertCurrent(client, check);
    const secret = generateToken(CLIENT_SECRET);
    await client.$query(trx).patch({ secret_hash: sha256(secret) });
    await recordClientActivity(context, "client_secret_rotated", client, { name: client.name });
    return { client, secret };
  });
}

/**
 * Deletes the client and revokes its credentials.
 * @throws RowNotFound, also for a deleted client; VersionStale when the check fails; ActionForbidden
 */
export async function deleteClient(
  call: ActorCall<Administrator>,
  id: string,
  check?: ClientCheck,
  admit: AdmitToClients = admitToService,
): Promise<OAuthClient> {
  const deleted = await inActorContext(call, async (context) => {
    const client = await lockClient(context.trx, await admit(context, "delete"), id);
    assertCurrent(client, check);
    return { client, logo: await endClient(context, client) };
  });
  await logoFiles(call.services).remove(deleted.logo);
  return deleted.client;
}
