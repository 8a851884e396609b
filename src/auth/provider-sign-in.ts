import { roleByName } from "../domain/access/assignable-roles.js";
import { createAccount, EmailTaken, findAccountByEmail, lockAccount } from "../domain/accounts/accounts.js";
import { recordActivity, recordOwnActivity } from "../domain/audit/record.js";
import { inContext, type Context, type DomainCallWithSettings } from "../domain/context.js";
import { assertDomain, verifiedEmailOf, type ExternalAccount } from "../domain/providers/external-account.js";
import { addIdentity, findIdentity } from "../domain/providers/identities.js";
import { ProviderRejected } from "../domain/providers/rejected.js";
import { now } from "../lib/clock.js";
import type { CredentialsRejected } from "../lib/failures.js";
import { DEFAULT_ROLE } from "../models/role.js";
import type { SignInProvider } from "../models/sign-in-provider.js";
import { UserIdentity } from "../models/user-identity.js";
import type { User } from "../models/user.js";
import { requireActiveStatus, requireSecondFactor, type SignIn, type SignInSurface } from "./sign-in.js";
import { countFailedSignIn, countSignIn } from "./signed-in.js";

/** An account at a provider, and the language of the browser for a new account here. */
export interface ProviderSignIn {
  provider: SignInProvider;
  account: ExternalAccount;
  locale: string;
}

/** The address belongs to an account here that the provider's account isn't linked to. */
interface ProofRequired {
  outcome: "proof-required";
  user: User;
  email: string;
}

type Outcome<Access> = Exclude<SignIn<Access>, { outcome: "verification-required" }> | ProofRequired;

/** Returned rather than thrown, so that the transaction commits the record of it. */
interface Rejected {
  outcome: "rejected";
  failure: CredentialsRejected;
}

/**
 * Signs in with an account at a provider. A linked one signs in to the account here, which asks for its second factor. A
 * verified address of another account never does: its owner must sign in and confirm the link. Everyone else gets an
 * account, if the provider's settings say so.
 * @throws ProviderRejected; CredentialsRejected for an account that isn't active
 */
export async function signInAtProvider<Access>(
  call: DomainCallWithSettings,
  signIn: ProviderSignIn,
  surface: SignInSurface<Access>,
): Promise<Outcome<Access>> {
  const { services } = call;
  const { provider, account } = signIn;
  assertDomain(provider, account);
  const identity = await findIdentity(services.knex, provider, account);
  const result = identity
    ? await enter(call, identity, signIn, surface)
    : await enterUnlinked(call, signIn, surface);
  if (result.outcome === "rejected") {
    countFailedSignIn(services, "provider");
    throw result.failure;
  }
  if (result.outcome === "signed-in") countSignIn(services, "provider");
  return result;
}

const enter = <Access>(
  call: DomainCallWithSettings,
  found: UserIdentity,
  { provider, account }: ProviderSignIn,
  surface: SignInSurface<Access>,
): Promise<Outcome<Access> | Rejected> =>
  inContext(call, async (context) => {
    const { trx } = context;
    const user = await lockAccount(trx, found.user_id);
    const identity = user && (await UserIdentity.query(trx).findById(found.id).forUpdate());
    if (!identity) return reject(context, provider, null, notLinked(provider));
    for (const step of [requireActiveStatus, requireSecondFactor]) {
      const stopped = await step({ context, user, surface });
      if (stopped?.outcome === "rejected") return reject(context, provider, user, stopped.failure);
      if (stopped) {
        await use(context, identity, account);
        return stopped as Outcome<Access>;
      }
    }
    await use(context, identity, account);
    return { outcome: "signed-in", user, access: await surface.grant(context, user, "provider") };
  });

const notLinked = ({ name }: SignInProvider) => new ProviderRejected("no_account", { provider: name });

async function use({ trx }: Context, identity: UserIdentity, { email }: ExternalAccount): Promise<void> {
  await identity.$query(trx).patch({ last_used_at: now(), ...(email !== null && { email }) });
}

async function enterUnlinked<Access>(
  call: DomainCallWithSettings,
  signIn: ProviderSignIn,
  surface: SignInSurface<Access>,
): Promise<Outcome<Access> | Rejected> {
  const { provider, account } = signIn;
  const email = verifiedEmailOf(provider, account);
  const known = await enterCreated(call, signIn, email, surface);
  if (known) return known;
  if (!provider.creates_accounts) {
    const rejected = notLinked(provider);
    return inContext(call, (context) => reject(context, provider, null, rejected));
  }
  try {
    return await createFor(call, signIn, email, surface);
  } catch (error) {
    if (!(error instanceof EmailTaken || error instanceof ProviderRejected)) throw error;
    const created = await enterCreated(call, signIn, email, surface);
    if (created) return created;
    throw error;
  }
}

/**
 * Enters what another request of the same person has created since the identity was looked up. It looks for the identity
 * last, because an account and its identity are committed together.
 * @returns null when there is neither the identity nor an account with the address
 */
async function enterCreated<Access>(
  call: DomainCallWithSettings,
  signIn: ProviderSignIn,
  email: string,
  surface: SignInSurface<Access>,
): Promise<Outcome<Access> | Rejected | null> {
  const { knex } = call.services;
  const user = await findAccountByEmail(knex, email);
  const identity = await findIdentity(knex, signIn.provider, signIn.account);
  if (identity) return enter(call, identity, signIn, surface);
  // its owner must prove that the account is theirs
  return user ? { outcome: "proof-required", user, email } : null;
}

async function createFor<Access>(
  call: DomainCallWithSettings,
  { provider, account, locale }: ProviderSignIn,
  email: string,
  surface: SignInSurface<Access>,
): Promise<Outcome<Access>> {
  const roles = await call.services.authority.current();
  const role = roles.get(provider.role_id ?? "") ?? roleByName(roles, DEFAULT_ROLE);
  return inContext(call, async (context) => {
    const user = await createAccount(context.trx, {
      first_name: account.firstName,
      last_name: account.lastName,
      email,
      password: null,
      locale,
      timezone: context.settings.get("general.timezone"),
      roleId: role.id,
    });
    await user.$query(context.trx).patch({ email_verified_at: now() });
    await recordOwnActivity(context, "registered", user.id, { provider: provider.name });
    await addIdentity(context, user, provider, account);
    await recordOwnActivity(context, "identity_linked", user.id, { provider: provider.name, email });
    return { outcome: "signed-in", user, access: await surface.grant(context, user, "provider") };
  });
}

async function reject(
  { trx, origin }: Context,
  { name }: SignInProvider,
  user: User | null,
  failure: CredentialsRejected,
): Promise<Rejected> {
  const changes = { method: "provider", provider: name };
  const activity = { event: "login_failed", actorId: null, ownerId: user?.id ?? null, changes } as const;
  await recordActivity(trx, activity, origin);
  return { outcome: "rejected", failure };
}
