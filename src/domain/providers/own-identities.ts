import { lockActiveActor } from "../access/locks.js";
import { findAccountByEmail } from "../accounts/accounts.js";
import { recordOwnActivity } from "../audit/record.js";
import { inActorContext, type ActorCall } from "../context.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import type { Services } from "../services.js";
import type { SignInProvider } from "../../models/sign-in-provider.js";
import { verifiedEmailOf, type ExternalAccount } from "./external-account.js";
import { addIdentity, endIdentity, getEnabledProvider, getIdentityOf } from "./identities.js";
import { ProviderRejected } from "./rejected.js";
import { claimState, findState, issueState, type ProviderState } from "./states.js";

/**
 * Stores an account at a provider until the owner of the account here confirms the link, signed in.
 * @returns the id of the offer, which only this browser and this account can use
 * @throws ProviderRejected without a verified address
 */
export async function offerLink(
  services: Services,
  { browser, userId }: { browser: string; userId: string },
  provider: SignInProvider,
  account: ExternalAccount,
): Promise<string> {
  const payload = { subject: account.subject, email: verifiedEmailOf(provider, account) };
  return issueState(services, browser, { providerId: provider.id, purpose: "linking", userId, payload });
}

/** An offer in the browser of the actor. */
export interface LinkOffer {
  id: string;
  browser: string | undefined;
}

const isFor = ({ actor }: ActorCall, offer: ProviderState | null): offer is ProviderState =>
  offer?.purpose === "linking" && offer.userId === actor.id;

/** What would be linked; null when the offer has expired or is for another account. */
export async function findOfferedLink(
  call: ActorCall,
  { id, browser }: LinkOffer,
): Promise<{ provider: SignInProvider; email: string } | null> {
  const { services } = call;
  const offer = await findState(services, id, browser);
  if (!isFor(call, offer)) return null;
  return { provider: await getEnabledProvider(services.knex, offer.providerId), email: offer.payload.email! };
}

/**
 * Links the offered account at the provider to the actor's account, and notifies the owner by mail.
 * @returns the provider; null when the offer has expired, was used, or is for another account
 * @throws ProviderRejected, RowNotFound, ActionForbidden, SignedOut
 */
export async function acceptLink(
  call: ActorCall,
  { id, browser }: LinkOffer,
): Promise<SignInProvider | null> {
  const { services } = call;
  const offer = await claimState(services, id, browser);
  if (!isFor(call, offer)) return null;
  const { subject, email } = offer.payload;
  return inActorContext(call, async (context) => {
    const { trx } = context;
    const user = await lockActiveActor(context);
    const provider = await getEnabledProvider(trx, offer.providerId);
    const { name } = provider;
    const holder = await findAccountByEmail(trx, email!);
    if (holder && holder.id !== user.id) throw new ProviderRejected("email_taken", { provider: name });
    await addIdentity(context, user, provider, { subject: subject!, email: email! });
    await recordOwnActivity(context, "identity_linked", user.id, { provider: name, email });
    const url = linkTo(services, "security");
    await queueNotice(context, user, {
      kind: "identity_linked",
      values: { provider: name, email: email! },
      url,
    });
    return provider;
  });
}

/**
 * Removes a linked account of the actor, who is notified by mail.
 * @throws ValidationFailed on `identity` for the last way to sign in; RowNotFound, ActionForbidden, SignedOut
 */
export async function removeIdentity(call: ActorCall, id: string): Promise<void> {
  await inActorContext(call, async (context) => {
    const user = await lockActiveActor(context);
    const linked = await getIdentityOf(context.trx, user.id, id);
    await endIdentity(context, user, linked);
    const values = { provider: linked.provider.name };
    await recordOwnActivity(context, "identity_removed", user.id, values);
    const url = linkTo(context.services, "security");
    await queueNotice(context, user, { kind: "identity_removed", values, url });
  });
}
