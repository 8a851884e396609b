import { API_SIGN_IN } from "../../../auth/api-sign-in.js";
import { signInWithPasskey } from "../../../auth/passkey-sign-in.js";
import { requestPasskey } from "../../../domain/passkeys/assertions.js";
import { SIGN_IN } from "../../../domain/passkeys/challenges.js";
import { assertFeature } from "../../../domain/settings/features.js";
import { ApiResponse } from "../../envelope.js";
import { presentAccount, presentPasswordNotice } from "../../presenters/accounts.js";
import { presentRequest, readAnswer } from "../../presenters/passkeys.js";
import type { HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"public/passkeys"> = {
  "auth.passkeys.options": async (call) => {
    await assertFeature(call, "auth.passkeys");
    return ApiResponse.ok(presentRequest(await requestPasskey(call.services, SIGN_IN)));
  },

  "auth.passkeys": async (call) => {
    await assertFeature(call, "auth.passkeys");
    const { credential, challenge } = call.body;
    const answer = { credential: readAnswer(credential), challenge };
    const result = await signInWithPasskey(call, answer, API_SIGN_IN);
    if (result.outcome === "verification-required")
      return ApiResponse.ok({ requires_verification: true as const });
    const data = { user: await presentAccount(call.services, result.user), token: result.access };
    return ApiResponse.okWithMeta(data, presentPasswordNotice(result.user));
  },
};
