import type { Knex } from "knex";
import { now } from "../../lib/clock.js";
import { sha256OfBytes } from "../../lib/secrets.js";
import { Passkey } from "../../models/passkey.js";
import type { User } from "../../models/user.js";
import { recordOwnActivity } from "../audit/record.js";
import type { Context } from "../context.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import type { Services } from "../services.js";
import {
  claimPasskeyChallenge,
  issuePasskeyChallenge,
  PASSKEY_CHALLENGE_LIFETIME,
  type ChallengeUse,
} from "./challenges.js";
import { relyingPartyOf, userHandleOf } from "./relying-party.js";
import {
  challengeIn,
  webauthn,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type PublicKeyCredentialRequestOptionsJSON,
} from "./webauthn.js";

/** An answer that the authenticator signed with the key of this passkey. */
export interface PasskeyProof {
  passkey: Passkey;
  signCount: number;
  canBackUp: boolean;
  isBackedUp: boolean;
}

/** A passkey that exists is named also when it isn't proven, so that the failure can be counted. */
export type PasskeyAnswer =
  | { outcome: "proven"; proof: PasskeyProof }
  | { outcome: "unknown"; credentialId: string }
  | { outcome: "failed"; passkey: Passkey | null };

/** The options for `navigator.credentials.get`. With an account, only its passkeys are asked for. */
export async function requestPasskey(
  { knex, config }: Services,
  use: ChallengeUse,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn();
  const own = use.userId === null ? [] : await Passkey.query(knex).where({ user_id: use.userId });
  return generateAuthenticationOptions({
    rpID: relyingPartyOf(config.env).id,
    challenge: Buffer.from(await issuePasskeyChallenge(knex, use), "base64url"),
    timeout: PASSKEY_CHALLENGE_LIFETIME,
    userVerification: "required",
    allowCredentials: own.map(descriptorOf),
  });
}

export const descriptorOf = (passkey: Passkey) => ({
  id: passkey.credentialId,
  transports: passkey.transports as AuthenticatorTransport[],
});

/** Claims the challenge, finds the passkey and verifies its signature. Nothing else is written. */
export async function provePasskey(
  services: Services,
  response: AuthenticationResponseJSON,
  use: ChallengeUse,
): Promise<PasskeyAnswer> {
  const { knex } = services;
  const challenge = challengeIn(response.response.clientDataJSON);
  if (challenge === null || !(await claimPasskeyChallenge(knex, challenge, use)))
    return { outcome: "failed", passkey: null };
  const passkey = await findPasskey(knex, response.id);
  if (!passkey) return { outcome: "unknown", credentialId: response.id };
  const verified =
    isOfAccount(response, passkey, use) && (await verify(services, response, challenge, passkey));
  return verified ? { outcome: "proven", proof: { passkey, ...verified } } : { outcome: "failed", passkey };
}

const findPasskey = (knex: Knex, credentialId: string): PromiseLike<Passkey | undefined> =>
  Passkey.query(knex).findOne({ credential_hash: sha256OfBytes(Buffer.from(credentialId, "base64url")) });

/** A sign-in without an email address must name the account (WebAuthn, section 7.2, step 6). */
function isOfAccount(
  response: AuthenticationResponseJSON,
  passkey: Passkey,
  { userId }: ChallengeUse,
): boolean {
  if (userId !== null && passkey.user_id !== userId) return false;
  const { userHandle } = response.response;
  if (userHandle === undefined) return userId !== null;
  // the handle of the account elsewhere says nothing here; the signature proves the passkey
  if (passkey.is_imported) return true;
  return Buffer.from(userHandle, "base64url").equals(userHandleOf(passkey.user_id));
}

/** @returns null when the answer is for another origin or domain, the user wasn't verified, or the signature is wrong */
async function verify(
  { config, log }: Services,
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
  passkey: Passkey,
): Promise<Omit<PasskeyProof, "passkey"> | null> {
  const { verifyAuthenticationResponse } = await webauthn();
  const { id: expectedRPID, origins: expectedOrigin } = relyingPartyOf(config.env);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      // the count is compared in `acceptPasskey`: one that goes back is reported and not rejected
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    });
    if (!verified) return null;
    const { newCounter, credentialBackedUp, credentialDeviceType } = authenticationInfo;
    return {
      signCount: newCounter,
      canBackUp: credentialDeviceType === "multiDevice",
      isBackedUp: credentialBackedUp,
    };
  } catch (error) {
    log.info({ err: error, passkey_id: passkey.id }, "a passkey was not accepted");
    return null;
  }
}

/**
 * Records the use of a proven passkey. The caller holds the lock of its account.
 * @returns false when it was removed since it was read
 */
export async function acceptPasskey(
  context: Context,
  user: User,
  { passkey, signCount, canBackUp, isBackedUp }: PasskeyProof,
  { purpose }: Pick<ChallengeUse, "purpose">,
): Promise<boolean> {
  const { trx } = context;
  const current = await Passkey.query(trx).findById(passkey.id).forUpdate();
  if (current?.user_id !== user.id) return false;
  if (hasGoneBack(current.sign_count, signCount)) await reportCopy(context, user, current);
  const use = { sign_count: signCount, can_back_up: canBackUp, is_backed_up: isBackedUp };
  await current.$query(trx).patch({ ...use, last_used_at: now() });
  await recordOwnActivity(context, "passkey_used", user.id, { passkey: current.name, purpose });
  return true;
}

/** A count that doesn't rise suggests a copied key. Synced passkeys always send 0. */
const hasGoneBack = (stored: number, sent: number): boolean => (stored > 0 || sent > 0) && sent <= stored;

async function reportCopy(context: Context, user: User, passkey: Passkey): Promise<void> {
  await recordOwnActivity(context, "passkey_count_decreased", user.id, { passkey: passkey.name });
  await queueNotice(context, user, {
    kind: "passkey_copied",
    values: { passkey: passkey.name },
    url: linkTo(context.services, "security"),
  });
}
