import { lockActiveActor } from "../access/locks.js";
import { inActorContext, type ActorCall } from "../context.js";
import { rotateSession, type Session } from "../sessions/sessions.js";
import {
  creationOptionsFor,
  storePasskey,
  verifyNewPasskey,
  type AddedPasskey,
  type NewPasskey,
} from "./registration.js";
import type { PublicKeyCredentialCreationOptionsJSON } from "./webauthn.js";

/** The options for `navigator.credentials.create`, for a passkey of the actor. */
export const offerPasskey = (call: ActorCall): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  creationOptionsFor(call, call.actor.user);

/**
 * Adds a passkey to the actor's account.
 * @param session null for a token
 * @returns the session under its new id; null without one, or when it has ended
 * @throws ValidationFailed on `credential` and `name`; ActionForbidden, SignedOut
 */
export async function addPasskey(
  call: ActorCall,
  session: Session | null,
  created: NewPasskey,
): Promise<AddedPasskey & { session: Session | null }> {
  const verified = await verifyNewPasskey(call.services, call.actor.id, created);
  return inActorContext(call, async (context) => {
    const added = await storePasskey(context, await lockActiveActor(context), verified);
    return { ...added, session: session && (await rotateSession(context.trx, session)) };
  });
}
