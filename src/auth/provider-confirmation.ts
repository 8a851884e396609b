import { lockActiveActor } from "../domain/access/locks.js";
import { inActorContext, type ActorCall } from "../domain/context.js";
import { assertDomain, type ExternalAccount } from "../domain/providers/external-account.js";
import { findIdentity } from "../domain/providers/identities.js";
import { ProviderRejected } from "../domain/providers/rejected.js";
import { now } from "../lib/clock.js";
import { SignedOut } from "../lib/failures.js";
import { assertProvesFreshSignIn } from "../domain/providers/round-trip.js";
import type { SignInProvider } from "../models/sign-in-provider.js";
import { rotateSession, type Session } from "../domain/sessions/sessions.js";

/**
 * Confirms who is signed in with a fresh sign-in at a provider, for an account without a password and passkeys.
 * @returns the session under its new id
 * @throws ProviderRejected when the account at the provider isn't linked to the actor's, or the provider can't confirm
 * who someone is; ActionForbidden, SignedOut
 */
export async function confirmAtProvider(
  call: ActorCall,
  session: Session,
  { provider, account }: { provider: SignInProvider; account: ExternalAccount },
): Promise<Session> {
  assertProvesFreshSignIn(provider);
  assertDomain(provider, account);
  return inActorContext(call, async (context) => {
    const user = await lockActiveActor(context);
    const identity = await findIdentity(context.trx, provider, account);
    if (identity?.user_id !== user.id || user.password !== null)
      throw new ProviderRejected("not_linked", { provider: provider.name });
    const rotated = await rotateSession(context.trx, session, { confirmedAt: now() });
    if (!rotated) throw new SignedOut();
    return rotated;
  });
}
