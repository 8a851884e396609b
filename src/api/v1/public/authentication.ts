import { API_SIGN_IN } from "../../../auth/api-sign-in.js";
import { signIn } from "../../../auth/sign-in.js";
import { answerChallenge } from "../../../auth/two-factor-sign-in.js";
import { registerAccount } from "../../../domain/registration/registration.js";
import { issueAuthToken } from "../../../domain/tokens/sign-in-tokens.js";
import { DEFAULT_ROLE } from "../../../models/role.js";
import { presentAccount, presentPasswordNotice, presentUser } from "../../presenters/accounts.js";
import { ApiResponse } from "../../envelope.js";
import type { HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"public/authentication"> = {
  "auth.register": async (call) => {
    const { body, services } = call;
    const { user, access: token } = await registerAccount(call, body, (context, { id }) =>
      issueAuthToken(context, id),
    );
    const presented = presentUser(user, DEFAULT_ROLE, services.config.env.APP_URL);
    if (token === null) return ApiResponse.created({ user: presented, requires_verification: true as const });
    return ApiResponse.created({ user: presented, token });
  },

  "auth.login": async (call) => {
    const result = await signIn(call, call.body, API_SIGN_IN);
    if (result.outcome === "verification-required")
      return ApiResponse.ok({ requires_verification: true as const });
    if (result.outcome === "two-factor-required")
      return ApiResponse.ok({ requires_two_factor: true as const, challenge: result.challenge });
    const data = { user: await presentAccount(call.services, result.user), token: result.access };
    return ApiResponse.okWithMeta(data, presentPasswordNotice(result.user));
  },

  "auth.two-factor-challenge": async (call) => {
    const { user, access: token } = await answerChallenge(call, call.body, API_SIGN_IN);
    const data = { user: await presentAccount(call.services, user), token };
    return ApiResponse.okWithMeta(data, presentPasswordNotice(user));
  },
};
