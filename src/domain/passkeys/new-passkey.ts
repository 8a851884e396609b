import { isUniqueViolation } from "../../database/errors.js";
import { ValidationFailed } from "../../lib/failures.js";
import { Passkey } from "../../models/passkey.js";
import type { User } from "../../models/user.js";
import { fullNameOf } from "../../models/public-user.js";
import { text } from "../../texts/translate.js";
import { lockActiveActor } from "../access/locks.js";
import { recordOwnActivity } from "../audit/record.js";
import { inActorContext, type ActorContext, type Caller } from "../context.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import { brandName } from "../settings/branding.js";
import { rotateSession, type Session } from "../sessions/sessions.js";
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
const ALGORITHMS = [-7, -8, -257];

const useOf = ({ actor }: Caller): ChallengeUse => ({ purpose: "registration", userId: actor.id });

/** The options for `navigator.credentials.create`. An authenticator that has a passkey of the account is left out. */
export async function offerPasskey(caller: Caller): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { services, actor } = caller;
  const { generateRegistrationOptions } = await webauthn();
  const settings = caller.settings ?? (await services.settings.read());
  const own = await Passkey.query(services.knex).where({ user_id: actor.id });
  const challenge = await issuePasskeyChallenge(services.knex, useOf(caller));
  return generateRegistrationOptions({
    rpID: relyingPartyOf(services.config.env).id,
    rpName: brandName(settings),
    userID: new Uint8Array(userHandleOf(actor.id)),
    userName: actor.user.email,
    userDisplayName: fullNameOf(actor.user),
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

export interface AddedPasskey {
  passkey: Passkey;
  /** The codes of an account whose first second factor this is; otherwise empty. */
  recoveryCodes: string[];
  /** The session under its new id; null without one, or when it has ended. */
  session: Session | null;
}

/**
 * Adds a passkey to the actor's account. The first second factor of either kind comes with recovery codes.
 * @param session null for a token
 * @throws ValidationFailed on `credential` and `name`; ActionForbidden, SignedOut
 */
export async function addPasskey(
  caller: Caller,
  session: Session | null,
  { credential, name }: NewPasskey,
): Promise<AddedPasskey> {
  const chosen = passkeyName(name);
  const verified = await verify(caller, credential);
  if (verified === null) throw refused("passkey.not_created");
  return inActorContext(caller, async (context) => {
    const { trx } = context;
    const user = await lockActiveActor(context);
    if (user.passkey_count >= MAX_PASSKEYS) throw refused("passkey.too_many");
    const passkey = await insert(context, {
      ...verified,
      user_id: user.id,
      name: chosen ?? defaultName(verified),
    });
    const rotated = session && (await rotateSession(trx, session));
    const recoveryCodes = await issueFirstCodes(context, user);
    await user.$query(trx).patch({ passkey_count: user.passkey_count + 1 });
    await recordOwnActivity(context, "passkey_added", user.id, { passkey: passkey.name });
    const url = linkTo(context.services, "security");
    await queueNotice(context, user, { kind: "passkey_added", values: { passkey: passkey.name }, url });
    return { passkey, recoveryCodes, session: rotated };
  });
}

type VerifiedKey = Pick<
  Passkey,
  "credential_id" | "public_key" | "sign_count" | "aaguid" | "transports" | "can_back_up" | "is_backed_up"
>;

/** Claims the challenge and verifies the answer. @returns null when it isn't valid */
async function verify(caller: Caller, response: RegistrationResponseJSON): Promise<VerifiedKey | null> {
  const { knex, config, log } = caller.services;
  const challenge = challengeIn(response.response.clientDataJSON);
  if (challenge === null || !(await claimPasskeyChallenge(knex, challenge, useOf(caller)))) return null;
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
    log.info({ err: error, user_id: caller.actor.id }, "a new passkey was not accepted");
    return null;
  }
}

/** @throws ValidationFailed when an account has this credential already */
async function insert(
  { trx }: ActorContext,
  row: VerifiedKey & { user_id: string; name: string },
): Promise<Passkey> {
  try {
    return await Passkey.query(trx).insertAndFetch(row);
  } catch (error) {
    throw isUniqueViolation(error) ? refused("passkey.exists") : error;
  }
}

async function issueFirstCodes({ services, trx }: ActorContext, user: User): Promise<string[]> {
  if (user.hasAnyFactor) return [];
  const codes = generateRecoveryCodes();
  const sealed = sealRecoveryCodes(services.encryption, user, codes);
  await user.$query(trx).patch({ two_factor_recovery_codes: sealed });
  return codes;
}

const defaultName = ({ aaguid }: VerifiedKey): string => authenticatorName(aaguid) ?? "Passkey";

const refused = (key: "passkey.not_created" | "passkey.too_many" | "passkey.exists"): ValidationFailed =>
  new ValidationFailed({ credential: [text(key, { max: MAX_PASSKEYS })] });
