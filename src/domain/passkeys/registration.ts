import { isUniqueViolation } from "../../database/errors.js";
import { ValidationFailed } from "../../lib/failures.js";
import { Passkey } from "../../models/passkey.js";
import { fullNameOf, type PublicUserRow } from "../../models/public-user.js";
import type { User } from "../../models/user.js";
import { text } from "../../texts/translate.js";
import { recordOwnActivity } from "../audit/record.js";
import type { Context, DomainCall } from "../context.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import type { Services } from "../services.js";
import { brandName } from "../settings/branding.js";
import { generateRecoveryCodes, sealRecoveryCodes } from "../two-factor/two-factor.js";
import { descriptorOf } from "./assertions.js";
import { authenticatorName } from "./authenticators.js";
import {
  claimPasskeyChallenge,
  issuePasskeyChallenge,
  PASSKEY_CHALLENGE_LIFETIME,
  type ChallengeUse,
} from "./challenges.js";
import { passkeyName } from "./names.js";
import { relyingPartyOf, userHandleOf } from "./relying-party.js";
import {
  challengeIn,
  webauthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
} from "./webauthn.js";

/** The most passkeys of one account. */
export const MAX_PASSKEYS = 25;

/** ES256, EdDSA and RS256. */
export const ALGORITHMS = [-7, -8, -257];

const registrationOf = (userId: string): ChallengeUse => ({ purpose: "registration", userId });

/** The options for `navigator.credentials.create`. An authenticator that has a passkey of the account is left out. */
export async function creationOptionsFor(
  { services, ...call }: DomainCall,
  user: PublicUserRow,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webauthn();
  const settings = call.settings ?? (await services.settings.read());
  const own = await Passkey.query(services.knex).where({ user_id: user.id });
  const challenge = await issuePasskeyChallenge(services.knex, registrationOf(user.id));
  return generateRegistrationOptions({
    rpID: relyingPartyOf(services.config.env).id,
    rpName: brandName(settings),
    userID: new Uint8Array(userHandleOf(user.id)),
    userName: user.email,
    userDisplayName: fullNameOf(user),
    challenge: Buffer.from(challenge, "base64url"),
    timeout: PASSKEY_CHALLENGE_LIFETIME,
    attestationType: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: own.map(descriptorOf),
  });
}

export interface NewPasskey {
  credential: RegistrationResponseJSON;
  /** Blank for the name of the authenticator. */
  name: string;
}

export type VerifiedPasskey = Pick<
  Passkey,
  | "name"
  | "credential_id"
  | "public_key"
  | "sign_count"
  | "aaguid"
  | "transports"
  | "can_back_up"
  | "is_backed_up"
>;

/** Claims the challenge and verifies the answer. @throws ValidationFailed on `credential` and `name` */
export async function verifyNewPasskey(
  services: Services,
  userId: string,
  { credential, name }: NewPasskey,
): Promise<VerifiedPasskey> {
  const chosen = passkeyName(name);
  const verified = await verify(services, userId, credential);
  if (verified === null) throw rejected("passkey.not_created");
  return { ...verified, name: chosen ?? authenticatorName(verified.aaguid) ?? "Passkey" };
}

/** @returns null when the answer isn't valid */
async function verify(
  { knex, config, log }: Services,
  userId: string,
  response: RegistrationResponseJSON,
): Promise<Omit<VerifiedPasskey, "name"> | null> {
  const challenge = challengeIn(response.response.clientDataJSON);
  if (challenge === null || !(await claimPasskeyChallenge(knex, challenge, registrationOf(userId))))
    return null;
  const { verifyRegistrationResponse } = await webauthn();
  const { id: expectedRPID, origins: expectedOrigin } = relyingPartyOf(config.env);
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      credential_id: Buffer.from(credential.id, "base64url"),
      public_key: Buffer.from(credential.publicKey),
      sign_count: credential.counter,
      aaguid,
      transports: response.response.transports ?? [],
      can_back_up: credentialDeviceType === "multiDevice",
      is_backed_up: credentialBackedUp,
    };
  } catch (error) {
    log.info({ err: error, user_id: userId }, "a new passkey was not accepted");
    return null;
  }
}

export interface AddedPasskey {
  passkey: Passkey;
  /** The codes of an account whose first second factor this is; otherwise empty. */
  recoveryCodes: string[];
}

/**
 * Adds a verified passkey, records it and notifies the owner. The first second factor of either kind comes with
 * recovery codes. The caller holds the account's lock.
 * @throws ValidationFailed on `credential` when there are too many, or an account has this credential already
 */
export async function storePasskey(
  context: Context,
  user: User,
  verified: VerifiedPasskey,
): Promise<AddedPasskey> {
  const { trx, services } = context;
  if (user.passkey_count >= MAX_PASSKEYS) throw rejected("passkey.too_many");
  const passkey = await insert(context, { ...verified, user_id: user.id });
  const recoveryCodes = await issueFirstCodes(context, user);
  await user.$query(trx).patch({ passkey_count: user.passkey_count + 1 });
  const forEvents = { data: { passkey: passkey.shown } };
  await recordOwnActivity(context, "passkey_added", user.id, { passkey: passkey.name }, forEvents);
  const url = linkTo(services, "security");
  await queueNotice(context, user, { kind: "passkey_added", values: { passkey: passkey.name }, url });
  return { passkey, recoveryCodes };
}

async function insert({ trx }: Context, row: VerifiedPasskey & { user_id: string }): Promise<Passkey> {
  try {
    return await Passkey.query(trx).insertAndFetch(row);
  } catch (error) {
    throw isUniqueViolation(error) ? rejected("passkey.exists") : error;
  }
}

async function issueFirstCodes({ services, trx }: Context, user: User): Promise<string[]> {
  if (user.hasAnyFactor) return [];
  const codes = generateRecoveryCodes();
  const sealed = sealRecoveryCodes(services.encryption, user, codes);
  await user.$query(trx).patch({ two_factor_recovery_codes: sealed });
  return codes;
}

const rejected = (key: "passkey.not_created" | "passkey.too_many" | "passkey.exists"): ValidationFailed =>
  new ValidationFailed({ credential: [text(key, { max: MAX_PASSKEYS })] });
