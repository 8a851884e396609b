import { lockActiveActor } from "../domain/access/locks.js";
import { inActorContext, type ActorContext, type ActorCall } from "../domain/context.js";
import { acceptPasskey, provePasskey } from "../domain/passkeys/assertions.js";
import type { ChallengeUse } from "../domain/passkeys/challenges.js";
import type { AuthenticationResponseJSON } from "../domain/passkeys/webauthn.js";
import {
  assertNotPaused,
  countFailure,
  passkeySource,
  resetTwoFactorFailures,
} from "../domain/two-factor/pause.js";
import { ValidationFailed } from "../lib/failures.js";
import { text } from "../texts/translate.js";

/** A challenge for confirming the identity of the signed-in user. */
export const confirmationOf = ({ actor }: ActorCall): ChallengeUse => ({
  purpose: "confirmation",
  userId: actor.id,
});

/**
 * Confirms with a passkey instead of the password.
 * @param confirm records the confirmation, in the same transaction
 * @throws ValidationFailed on `credential`; TooManyAttempts, ActionForbidden, SignedOut
 */
export async function confirmWithPasskey<T>(
  call: ActorCall,
  credential: AuthenticationResponseJSON,
  confirm: (context: ActorContext) => Promise<T>,
): Promise<T> {
  const use = confirmationOf(call);
  const answer = await provePasskey(call.services, credential, use);
  const source = passkeySource(call.actor.id, null);
  const confirmed = await inActorContext(call, async (context) => {
    const user = await lockActiveActor(context);
    await assertNotPaused(context.trx, source);
    if (answer.outcome === "proven" && (await acceptPasskey(context, user, answer.proof, use))) {
      await resetTwoFactorFailures(context.trx, source);
      return { value: await confirm(context) };
    }
    await countFailure(context, user, source);
    return null; // not thrown, so that the transaction commits the count
  });
  if (!confirmed) throw new ValidationFailed({ credential: [text("failure.passkey")] });
  return confirmed.value;
}
