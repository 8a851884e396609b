import { User } from "../../models/user.js";
import { recordEvent } from "../audit/record-events.js";
import { inContext, type DomainCall } from "../context.js";
import { revokeAccess } from "../credentials/revoke-user-access.js";
import {
  creationOptionsFor,
  storePasskey,
  verifyNewPasskey,
  type AddedPasskey,
  type NewPasskey,
} from "../passkeys/registration.js";
import type { PublicKeyCredentialCreationOptionsJSON } from "../passkeys/webauthn.js";
import { claimResetLink, getResetLink, markAddressVerified, ResetLinkInvalid } from "./password-reset.js";

/**
 * The options for `navigator.credentials.create`, for the first passkey of an invited account. The link still works
 * afterwards.
 * @throws ResetLinkInvalid
 */
export async function offerPasskeyToInvited(
  call: DomainCall,
  token: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return creationOptionsFor(call, await getInvited(call, token));
}

/**
 * Accepts an invitation with a passkey instead of a password, once per link. Like the first password, it verifies the
 * address, ends the other links of the account and signs nobody in.
 * @throws ResetLinkInvalid; ValidationFailed on `credential` and `name`, after which the link still works
 */
export async function acceptInvitationWithPasskey(
  call: DomainCall,
  { token, ...created }: NewPasskey & { token: string },
): Promise<AddedPasskey> {
  const { id } = await getInvited(call, token);
  const verified = await verifyNewPasskey(call.services, id, created);
  return inContext(call, async (context) => {
    const account = assertInvited(await claimResetLink(context.trx, id, token));
    const added = await storePasskey(context, account, verified);
    await markAddressVerified(context, account);
    await revokeAccess(context.trx, id);
    await recordEvent(context.trx, "invitation.accepted", id, { actorId: id, origin: context.origin });
    return added;
  });
}

/** The account that the link invites. A link that resets a password must not add a way past the second factor. */
async function getInvited({ services: { knex } }: DomainCall, token: string): Promise<User> {
  const link = await getResetLink(knex, token);
  return assertInvited(link.isInvitation ? await User.query(knex).findById(link.userId) : undefined);
}

/** @throws ResetLinkInvalid when its owner has chosen a way to sign in since the invitation */
function assertInvited(account: User | undefined): User {
  if (!account?.isInvited) throw new ResetLinkInvalid();
  return account;
}
