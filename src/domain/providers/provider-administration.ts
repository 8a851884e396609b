import type { Knex } from "knex";
import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { isUniqueViolation } from "../../database/errors.js";
import { takeLock } from "../../database/transaction.js";
import { ActionForbidden, Failure, RowNotFound, ValidationFailed } from "../../lib/failures.js";
import { SignInProvider } from "../../models/sign-in-provider.js";
import { text } from "../../texts/translate.js";
import type { RoleHolder } from "../access/actor.js";
import { assignableRole, mayAssign } from "../access/assignable-roles.js";
import type { RoleView } from "../access/authority.js";
import { lockActiveAdministrator } from "../access/locks.js";
import { hiddenRoleNames } from "../access/visible-users.js";
import { inActorContext, type ActorContext, type ActorCall } from "../context.js";
import type { Services } from "../services.js";
import { recomputeProviders } from "../settings/enabled-providers.js";
import { secretCell } from "./connection.js";
import { differenceOf, recordProviderActivity, shownOf } from "./provider-activity.js";
import { validateProvider, type ProviderChanges, type ProviderInput } from "./provider-input.js";

const PERMISSION = "settings.update";

/** The id is taken, because the same request was sent before. */
export class ProviderExists extends Failure {
  constructor() {
    super(text("providers.already_created"));
  }
}

export const listProviders = (knex: Knex): PromiseLike<SignInProvider[]> =>
  SignInProvider.query(knex).orderBy("name");

/** @throws RowNotFound */
export async function getProvider(knex: Knex, id: string): Promise<SignInProvider> {
  // MariaDB raises an error when it compares an id with non-ASCII text
  const provider = isUuid(id) ? await SignInProvider.query(knex).findById(id) : undefined;
  if (!provider) throw new RowNotFound();
  return provider;
}

/** How many accounts are linked to each provider. */
export async function countLinks(knex: Knex): Promise<ReadonlyMap<string, number>> {
  const rows = (await knex("user_identities")
    .groupBy("provider_id")
    .select("provider_id")
    .count({ links: "*" })) as unknown as { provider_id: string; links: number }[];
  return new Map(rows.map(({ provider_id, links }) => [provider_id, Number(links)]));
}

/** The role of the accounts that the provider creates; null for the default role, and when its role is gone. */
export const roleOfProvider = (
  roles: ReadonlyMap<string, RoleView>,
  { role_id }: Pick<SignInProvider, "role_id">,
): RoleView | null => (role_id === null ? null : (roles.get(role_id) ?? null));

/** `roleOfProvider` as the actor sees it: a role that the actor can't see is unknown. */
export function knownRoleOfProvider(actor: RoleHolder, provider: SignInProvider): RoleView | null {
  const role = roleOfProvider(actor.allRoles, provider);
  return role === null || hiddenRoleNames(actor).has(role.name) ? null : role;
}

/** Whether the actor can change the provider. They must be able to assign the role of its new accounts. */
export function mayManageProvider(actor: RoleHolder, provider: SignInProvider): boolean {
  const role = roleOfProvider(actor.allRoles, provider);
  return role === null || mayAssign(actor, role);
}

/**
 * Adds a provider.
 * @param id of the provider; a form that sends its own id adds one provider, however often it is submitted
 * @throws ValidationFailed, ProviderExists; ActionForbidden when the actor can't assign the role
 */
export async function createProvider(
  call: ActorCall,
  input: ProviderInput,
  id: string = uuidv7(),
): Promise<SignInProvider> {
  const valid = validateProvider(call.services.config.env, input, false);
  return inActorContext(call, async (context): Promise<SignInProvider> => {
    const actor = await lockProviders(context);
    const columns = columnsOf(context.services, actor, id, valid);
    if (await SignInProvider.query(context.trx).findById(id)) throw new ProviderExists();
    const provider = await claimingName(() =>
      SignInProvider.query(context.trx).insertAndFetch({ ...columns, id }),
    );
    await recomputeProviders(context.trx);
    await recordProviderActivity(context, "provider_created", provider, shownOf(provider, valid.role));
    return provider;
  });
}

/** @throws RowNotFound, ValidationFailed; ActionForbidden when the actor can't assign its role */
export async function updateProvider(
  call: ActorCall,
  id: string,
  changes: ProviderChanges,
): Promise<SignInProvider> {
  return inActorContext(call, async (context) => {
    const { services, trx } = context;
    const actor = await lockProviders(context);
    const provider = await lockManaged(trx, actor, id);
    const input = { ...inputOf(actor, provider), ...changes };
    const valid = validateProvider(services.config.env, input, true);
    const before = shownOf(provider, roleOfProvider(actor.allRoles, provider)?.name ?? null);
    const { kind: _kind, issuer: _issuer, ...columns } = columnsOf(services, actor, id, valid);
    const after = { ...shownOf({ ...provider, ...columns } as SignInProvider, valid.role) };
    const difference = differenceOf(before, after);
    if (columns.client_secret !== undefined)
      difference["client_secret"] = { before: "set", after: "changed" };
    if (Object.keys(difference).length === 0) return provider;
    const changed = await claimingName(() => provider.$query(trx).patchAndFetch(columns));
    await recomputeProviders(trx);
    await recordProviderActivity(context, "provider_updated", changed, difference);
    return changed;
  });
}

/** Deletes the provider with all links to it, and the rules of organisations that require it. @returns the provider. @throws RowNotFound, ActionForbidden */
export async function deleteProvider(call: ActorCall, id: string): Promise<SignInProvider> {
  return inActorContext(call, async (context) => {
    const { trx } = context;
    const actor = await lockProviders(context);
    const provider = await lockManaged(trx, actor, id);
    const linked = () => trx("user_identities").where({ provider_id: id });
    await trx("users").whereIn("id", linked().select("user_id")).decrement("identity_count", 1);
    const links = await linked().del();
    await trx("organisations").where({ provider_id: id }).update({ provider_id: null });
    await provider.$query(trx).delete();
    await recomputeProviders(trx);
    await recordProviderActivity(context, "provider_deleted", provider, { name: provider.name, links });
    return provider;
  });
}

/** Serialises changes of the providers. */
async function lockProviders(context: ActorContext) {
  const { actor } = await lockActiveAdministrator(context, PERMISSION);
  await takeLock(context.trx, "settings");
  return actor;
}

async function lockManaged(trx: Knex.Transaction, actor: RoleHolder, id: string): Promise<SignInProvider> {
  const provider = isUuid(id) ? await SignInProvider.query(trx).findById(id).forUpdate() : undefined;
  if (!provider) throw new RowNotFound();
  if (!mayManageProvider(actor, provider)) throw new ActionForbidden(text("providers.role_above"));
  return provider;
}

/** @throws ValidationFailed on `name` when another provider has it */
async function claimingName<T>(write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ValidationFailed({ name: [text("providers.validation.name_taken")] });
  }
}

function inputOf(actor: RoleHolder, provider: SignInProvider): ProviderInput {
  return {
    kind: provider.kind,
    name: provider.name,
    issuer: provider.issuer,
    clientId: provider.client_id,
    clientSecret: "",
    scopes: provider.scopes,
    isEnabled: provider.is_enabled,
    allowedDomains: provider.allowed_domains,
    createsAccounts: provider.creates_accounts,
    emailsAreVerified: provider.emails_are_verified,
    role: roleOfProvider(actor.allRoles, provider)?.name ?? null,
  };
}

/** @throws ValidationFailed on `role` when it doesn't exist; ActionForbidden when the actor can't assign it */
function columnsOf({ encryption }: Services, actor: RoleHolder, id: string, input: ProviderInput) {
  const role = input.role === null ? null : assignableRole(actor, input.role);
  return {
    kind: input.kind,
    name: input.name,
    issuer: input.issuer,
    client_id: input.clientId,
    ...(input.clientSecret !== "" && {
      client_secret: encryption.encrypt(input.clientSecret, secretCell(id)),
    }),
    scopes: input.scopes,
    is_enabled: input.isEnabled,
    allowed_domains: [...input.allowedDomains],
    creates_accounts: input.createsAccounts,
    emails_are_verified: input.emailsAreVerified,
    role_id: role?.id ?? null,
  };
}
