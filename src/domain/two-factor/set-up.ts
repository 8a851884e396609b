import { generateSecret, generateURI } from "otplib";
import { now } from "../../lib/clock.js";
import { ActionForbidden, ValidationFailed } from "../../lib/failures.js";
import { localeOf, text, translatorOf, type Text } from "../../texts/translate.js";
import { hasSecondFactor } from "../../models/two-factor-requirement.js";
import type { User } from "../../models/user.js";
import type { SettingsSnapshot } from "../settings/settings.js";
import type { ActivityEvent } from "../audit/activities.js";
import { recordOwnActivity } from "../audit/record.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import { inActorContext, type ActorCall, type Context } from "../context.js";
import { brandName } from "../settings/branding.js";
import { assertTokenActive, lockActiveActor, lockOwnAccount } from "../access/locks.js";
import { isTwoFactorRequired } from "../requirements/two-factor-requirement.js";
import type { Services } from "../services.js";
import { rotateSession, type Session } from "../sessions/sessions.js";
import {
  acceptCode,
  acceptSecondFactor,
  generateRecoveryCodes,
  isAnswered,
  sealRecoveryCodes,
  sealTwoFactorSecret,
  twoFactorSecretOf,
  usesRecoveryCode,
  withoutApp,
  type SecondFactor,
} from "./two-factor.js";
import {
  assertNotPaused,
  countRecoveryAttempt,
  resetAllTwoFactorFailures,
  resetRecoveryAttempts,
  resetTwoFactorFailures,
  recordWrongAnswer,
} from "./pause.js";

/** The second factor isn't in the required state, for example because another tab changed it. */
export class TwoFactorStateWrong extends ActionForbidden {
  constructor(readonly reason: Text) {
    super(reason);
  }
}

/** A caller that changes its own second factor. */
export interface TwoFactorChange extends ActorCall {
  /** Null for a token. */
  session: Session | null;
  /** The known device of the browser, if any. */
  device: string | null;
}

/** The key for the authenticator app, and the address for its QR code. */
export type TwoFactorKey = { secret: string; uri: string };

/**
 * Gives the account a new unconfirmed key, which replaces an earlier one.
 * @throws TwoFactorStateWrong; ActionForbidden when the account or its session has ended
 */
export async function startTwoFactorSetup(call: ActorCall): Promise<TwoFactorKey> {
  return inActorContext(call, async (context) => {
    const { trx, services, settings } = context;
    const user = await lockActiveActor(context);
    if (user.hasTwoFactor) throw new TwoFactorStateWrong(text("two_factor.already_on"));
    const secret = sealTwoFactorSecret(services.encryption, user, generateSecret());
    // the accepted time steps belong to the previous key
    await user.$query(trx).patch({ ...withoutApp(user), two_factor_secret: secret });
    return twoFactorSetupOf(services, user, brandName(settings))!;
  });
}

/** The key of a setup in progress and the address for the QR code; null when there is none. */
export function twoFactorSetupOf({ encryption }: Services, user: User, issuer: string): TwoFactorKey | null {
  const secret = user.hasTwoFactor ? null : twoFactorSecretOf(encryption, user);
  return secret === null ? null : { secret, uri: generateURI({ issuer, label: user.email, secret }) };
}

/**
 * Turns on the second factor when the code matches the latest key, and creates recovery codes unless the account has
 * some with its passkeys.
 * @returns the session under its new id; null without one, or when it has ended
 * @throws ValidationFailed on `code`, TwoFactorStateWrong, TooManyAttempts, SignedOut
 */
export async function confirmTwoFactor(change: TwoFactorChange, code: string): Promise<Session | null> {
  const { encryption } = change.services;
  if (!isAnswered({ code })) throw wrongCode(text("validation.required"));
  const outcome = await withAnswer(change, { code }, async (context, user) => {
    const { trx } = context;
    if (user.hasTwoFactor) throw new TwoFactorStateWrong(text("two_factor.already_on"));
    if (user.two_factor_secret === null) throw new TwoFactorStateWrong(text("two_factor.not_started"));
    if (!(await acceptCode(trx, encryption, user, code))) return "wrong";
    const session = change.session && (await rotateSession(trx, change.session));
    if (change.session && !session) return null;
    const codes = user.hasAnyFactor
      ? {}
      : { two_factor_recovery_codes: sealRecoveryCodes(encryption, user, generateRecoveryCodes()) };
    await user.$query(trx).patch({ two_factor_confirmed_at: now(), ...codes });
    await recordAndNotifyOwner(context, user, "two_factor_enabled", text("two_factor.change.enabled"));
    return session;
  });
  if (outcome === "wrong") throw wrongCode(text("two_factor.wrong_code"));
  return outcome;
}

/**
 * Turns off the second factor. An unconfirmed setup needs no code.
 * @returns the session under its new id; null without one, or when it has ended
 * @throws ActionForbidden when the account must have a second factor; ValidationFailed on `code`, TwoFactorStateWrong,
 * TooManyAttempts, SignedOut
 */
export async function disableTwoFactor(
  change: TwoFactorChange,
  answer: SecondFactor,
): Promise<Session | null> {
  const outcome = await withAnswer(change, answer, async (context, user) => {
    const { trx } = context;
    if (!user.hasTwoFactor) throw new TwoFactorStateWrong(text("two_factor.not_on"));
    if (isTwoFactorRequired(change.actor, context.settings) && !hasPasskey(user, context.settings))
      throw new ActionForbidden(text("two_factor.required.kept"));
    if (!isAnswered(answer)) throw wrongCode(text("validation.code.required"));
    if (!(await acceptSecondFactor(context, user, answer))) return "wrong";
    const session = change.session && (await rotateSession(trx, change.session));
    if (change.session && !session) return null;
    await user.$query(trx).patch(withoutApp(user));
    await trx("two_factor_challenges").where({ user_id: user.id }).del();
    await resetAllTwoFactorFailures(trx, user.id);
    await recordAndNotifyOwner(context, user, "two_factor_disabled", text("two_factor.change.disabled"));
    return session;
  });
  if (outcome === "wrong") throw wrongCode(text("two_factor.wrong_either"));
  return outcome;
}

const hasPasskey = (user: User, settings: SettingsSnapshot): boolean =>
  hasSecondFactor(user, { code: false, passkey: settings.get("auth.passkeys") });

/** Cancels a setup in progress. @throws TwoFactorStateWrong once it is confirmed */
export async function cancelTwoFactorSetup(call: ActorCall): Promise<void> {
  await inActorContext(call, async (context) => {
    const { trx } = context;
    const user = await lockOwnAccount(context);
    if (user.hasTwoFactor) throw new TwoFactorStateWrong(text("two_factor.already_on"));
    await user.$query(trx).patch(withoutApp(user));
  });
}

/** Replaces the recovery codes. @throws TwoFactorStateWrong; ActionForbidden as for the setup */
export async function regenerateRecoveryCodes(call: ActorCall): Promise<string[]> {
  return inActorContext(call, async (context) => {
    const { services, trx } = context;
    const user = await lockActiveActor(context);
    if (!user.hasAnyFactor) throw new TwoFactorStateWrong(text("two_factor.not_on"));
    const codes = generateRecoveryCodes();
    const sealed = sealRecoveryCodes(services.encryption, user, codes);
    await user.$query(trx).patch({ two_factor_recovery_codes: sealed });
    await recordAndNotifyOwner(context, user, "recovery_codes_regenerated", text("two_factor.change.codes"));
    return codes;
  });
}

/** Checks the pause, the code and the failure count under one lock on the account, as a sign-in does. */
async function withAnswer(
  change: TwoFactorChange,
  answer: SecondFactor,
  work: (context: Context, user: User) => Promise<Session | "wrong" | null>,
): Promise<Session | "wrong" | null> {
  const { services, actor, device } = change;
  const source = { userId: actor.id, device };
  const byRecoveryCode = usesRecoveryCode(answer);
  if (byRecoveryCode) await countRecoveryAttempt(services, source);
  const outcome = await inActorContext(change, async (context) => {
    const user = await lockOwnAccount(context);
    await assertTokenActive(context);
    if (!byRecoveryCode) await assertNotPaused(context.trx, source);
    const outcome = await work(context, user);
    // not thrown, so that the transaction commits the count
    if (outcome === "wrong") await recordWrongAnswer(context, user, { answer, device });
    else await resetTwoFactorFailures(context.trx, source);
    return outcome;
  });
  if (byRecoveryCode && outcome !== "wrong") await resetRecoveryAttempts(services, source);
  return outcome;
}

const wrongCode = (sentence: Text): ValidationFailed => new ValidationFailed({ code: [sentence] });

/** Records the change and notifies the owner in the language of the account. */
async function recordAndNotifyOwner(
  context: Context,
  user: User,
  event: ActivityEvent,
  change: Text,
): Promise<void> {
  const forEvents = { data: { is_enabled: event !== "two_factor_disabled" } };
  await recordOwnActivity(context, event, user.id, {}, forEvents);
  await queueNotice(context, user, {
    kind: "two_factor_changed",
    values: { change: translatorOf(localeOf(user))(change.key) },
    url: linkTo(context.services, "security"),
  });
}
