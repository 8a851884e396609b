import type { ActorCall } from "../../../domain/context.js";
import { assertFeature, assertSecondFactors } from "../../../domain/settings/features.js";
import {
  ownRecoveryCodes,
  ownTwoFactorState,
  removeOwnTwoFactor,
} from "../../../domain/two-factor/own-two-factor.js";
import {
  confirmTwoFactor,
  regenerateRecoveryCodes,
  startTwoFactorSetup,
  TwoFactorStateWrong,
  type TwoFactorChange,
} from "../../../domain/two-factor/set-up.js";
import { toRfc3339 } from "../../../lib/clock.js";
import { ValidationFailed } from "../../../lib/failures.js";
import { ApiResponse } from "../../envelope.js";
import type { HandlersOf } from "../../types.js";

const ADDRESS = "/api/v1/auth/me";

export const handlers: HandlersOf<"auth/account-two-factor"> = {
  "auth.me.two-factor.show": async (call) => {
    const { status, confirmedAt, codesLeft } = await ownTwoFactorState(call);
    return ApiResponse.ok({ status, confirmed_at: toRfc3339(confirmedAt), recovery_codes_left: codesLeft });
  },

  "auth.me.two-factor.store": async (call) => {
    await assertFeature(call, "auth.two_factor");
    const { secret, uri } = await inState(startTwoFactorSetup(call));
    return ApiResponse.created({ secret, otpauth_uri: uri }, { Location: `${ADDRESS}/two-factor` });
  },

  "auth.me.two-factor.confirm": async (call) => {
    await assertFeature(call, "auth.two_factor");
    await inState(confirmTwoFactor(changeOf(call), call.body.code));
    return ApiResponse.ok({ recovery_codes: await ownRecoveryCodes(call) });
  },

  "auth.me.two-factor.destroy": async (call) => {
    await assertFeature(call, "auth.two_factor");
    await inState(removeOwnTwoFactor(changeOf(call), call.body ?? {}));
    return ApiResponse.empty();
  },

  "auth.me.recovery-codes.index": async (call) => {
    await assertSecondFactors(call);
    return ApiResponse.ok({ recovery_codes: await ownRecoveryCodes(call) });
  },

  "auth.me.recovery-codes.store": async (call) => {
    await assertSecondFactors(call);
    const codes = await inState(regenerateRecoveryCodes(call));
    return ApiResponse.created({ recovery_codes: codes }, { Location: `${ADDRESS}/recovery-codes` });
  },
};

/** @throws ValidationFailed on `two_factor` when it isn't in the required state */
async function inState<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof TwoFactorStateWrong)) throw error;
    throw new ValidationFailed({ two_factor: [error.reason] });
  }
}

/** A token belongs to no session and to no known browser. */
const changeOf = ({ services, actor, origin }: ActorCall): TwoFactorChange => ({
  services,
  actor,
  origin,
  session: null,
  device: null,
});
