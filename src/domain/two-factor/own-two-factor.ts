import { SignedOut } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { User } from "../../models/user.js";
import type { ActorCall } from "../context.js";
import type { Services } from "../services.js";
import {
  cancelTwoFactorSetup,
  disableTwoFactor,
  TwoFactorStateWrong,
  type TwoFactorChange,
} from "./set-up.js";
import { recoveryCodesOf, type SecondFactor } from "./two-factor.js";

/** The second factor of an account. */
export interface TwoFactorState {
  /** `pending` while a setup isn't confirmed. */
  status: "off" | "pending" | "on";
  confirmedAt: number | null;
  codesLeft: number;
}

export const twoFactorStateOf = ({ encryption }: Services, user: User): TwoFactorState => ({
  status: user.hasTwoFactor ? "on" : user.two_factor_secret === null ? "off" : "pending",
  confirmedAt: user.two_factor_confirmed_at,
  codesLeft: recoveryCodesOf(encryption, user).length,
});

/** The state of the actor's own second factor. @throws SignedOut when the account was deleted */
export const ownTwoFactorState = async (call: ActorCall): Promise<TwoFactorState> =>
  twoFactorStateOf(call.services, await ownAccount(call));

/** The actor's unused recovery codes; none without a second factor. @throws SignedOut */
export async function ownRecoveryCodes(call: ActorCall): Promise<string[]> {
  const user = await ownAccount(call);
  return user.hasAnyFactor ? recoveryCodesOf(call.services.encryption, user) : [];
}

/**
 * Turns off the second factor, or cancels a setup in progress, which needs no code.
 * @throws ValidationFailed on `code`, TwoFactorStateWrong when there is neither, TooManyAttempts, SignedOut
 */
export async function removeOwnTwoFactor(change: TwoFactorChange, answer: SecondFactor): Promise<void> {
  const { status } = await ownTwoFactorState(change);
  if (status === "off") throw new TwoFactorStateWrong(text("two_factor.not_on"));
  if (status === "pending") await cancelTwoFactorSetup(change);
  else await disableTwoFactor(change, answer);
}

async function ownAccount({ services, actor }: ActorCall): Promise<User> {
  const user = await User.query(services.knex).findById(actor.id).whereNull("deleted_at");
  if (!user) throw new SignedOut();
  return user;
}
