import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { isUniqueViolation } from "../../database/errors.js";
import { RowNotFound, ValidationFailed } from "../../lib/failures.js";
import { SignInProvider } from "../../models/sign-in-provider.js";
import { hasUsableIdentity, UserIdentity } from "../../models/user-identity.js";
import { User } from "../../models/user.js";
import { text } from "../../texts/translate.js";
import type { Context } from "../context.js";
import type { SettingsSnapshot } from "../settings/settings.js";
import type { ExternalAccount } from "./external-account.js";
import { ProviderRejected } from "./rejected.js";

/** An account at a provider that is linked, with the name of the provider. */
export interface LinkedIdentity {
  identity: UserIdentity;
  provider: SignInProvider;
}

/** The provider if it is enabled. @throws ProviderRejected while it is disabled; RowNotFound */
export async function getEnabledProvider(knex: Knex, id: string): Promise<SignInProvider> {
  // MariaDB raises an error when it compares an id with non-ASCII text
  const provider = isUuid(id) ? await SignInProvider.query(knex).findById(id) : undefined;
  if (!provider) throw new RowNotFound();
  if (!provider.is_enabled) throw new ProviderRejected("disabled", { provider: provider.name });
  return provider;
}

/** The identities of an account, oldest first. */
export async function listIdentities(knex: Knex, userId: string): Promise<LinkedIdentity[]> {
  const identities = await UserIdentity.query(knex).where({ user_id: userId }).orderBy(["created_at", "id"]);
  const providers = await SignInProvider.query(knex).findByIds(identities.map((one) => one.provider_id));
  return identities.map((identity) => ({
    identity,
    provider: providers.find(({ id }) => id === identity.provider_id)!,
  }));
}

/**
 * The identity with this account at the provider. One that belongs to a deleted account here counts as none: its owner
 * can sign up again.
 */
export async function findIdentity(
  knex: Knex,
  provider: SignInProvider,
  { subject }: ExternalAccount,
): Promise<UserIdentity | undefined> {
  return UserIdentity.query(knex)
    .where({ provider_id: provider.id, subject })
    .whereIn("user_id", User.query(knex).whereNull("deleted_at").select("id"))
    .first();
}

/**
 * Links the account at the provider. The caller holds the lock of the account.
 * @throws ProviderRejected when it is linked to another account, or another one of the provider is linked to this one
 */
export async function addIdentity(
  { trx }: Context,
  user: User,
  provider: SignInProvider,
  { subject, email }: Pick<ExternalAccount, "subject" | "email">,
): Promise<void> {
  const { id: provider_id, name } = provider;
  const holder = await UserIdentity.query(trx).findOne({ provider_id, subject });
  if (holder && (await isDeleted(trx, holder.user_id))) {
    await holder.$query(trx).delete();
    await trx("users").where({ id: holder.user_id }).decrement("identity_count", 1);
  } else if (holder) throw new ProviderRejected("linked_elsewhere", { provider: name });
  try {
    await UserIdentity.query(trx).insert({
      user_id: user.id,
      provider_id,
      subject,
      email,
      last_used_at: null,
    });
  } catch (error) {
    throw isUniqueViolation(error) ? new ProviderRejected("linked_already", { provider: name }) : error;
  }
  await user.$query(trx).patch({ identity_count: user.identity_count + 1 });
}

async function isDeleted(trx: Knex.Transaction, id: string): Promise<boolean> {
  return (await User.query(trx).findById(id).whereNotNull("deleted_at").select("id")) !== undefined;
}

/** @throws RowNotFound when the account has no such identity */
export async function getIdentityOf(knex: Knex, userId: string, id: string): Promise<LinkedIdentity> {
  const identity = isUuid(id) ? await UserIdentity.query(knex).findById(id) : undefined;
  if (identity?.user_id !== userId) throw new RowNotFound();
  const provider = (await SignInProvider.query(knex).findById(identity.provider_id))!;
  return { identity, provider };
}

/** Whether the account can be signed in to without this identity. */
export async function hasOtherWayIn(
  knex: Knex,
  settings: SettingsSnapshot,
  user: User,
  identityId: string,
): Promise<boolean> {
  if (user.password !== null) return true;
  if (user.passkey_count > 0 && settings.get("auth.passkeys")) return true;
  return hasUsableIdentity(knex, user.id, identityId);
}

/**
 * Removes an identity. The caller holds the lock of the account.
 * @throws ValidationFailed on `identity` when the account couldn't be signed in to any more
 */
export async function endIdentity(
  { trx, settings }: Context,
  user: User,
  { identity }: LinkedIdentity,
): Promise<void> {
  if (!(await hasOtherWayIn(trx, settings, user, identity.id)))
    throw new ValidationFailed({ identity: [text("identity.last_way_in")] });
  await identity.$query(trx).delete();
  await user.$query(trx).patch({ identity_count: user.identity_count - 1 });
}
