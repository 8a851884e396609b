import type { Knex } from "knex";
import { completeSignIn, signIn } from "../../auth/sign-in.js";
import { answerChallenge } from "../../auth/two-factor-sign-in.js";
import { registerAccount } from "../../domain/registration/registration.js";
import { issueAuthToken } from "../../domain/tokens/sign-in-tokens.js";
import { DEFAULT_ROLE } from "../../models/role.js";
import type { User } from "../../models/user.js";
import { presentAccount } from "../present-account.js";
import { ApiResponse } from "../envelope.js";
import { presentPasswordNotice, presentUser } from "../presenters.js";
import type { HandlersOf } from "../types.js";

export const handlers: HandlersOf<"public"> = {
  "auth.register": async ({ body, origin, services }) => {
    const settings = await services.settings.read();
    const grant = (trx: Knex.Transaction, { id }: User) => issueAuthToken(services, trx, id);
    const { user, access: token } = await registerAccount(services, settings, body, origin, grant);
    const presented = presentUser(user, DEFAULT_ROLE, services.config.env.APP_URL);
    if (token === null) return ApiResponse.created({ user: presented, requires_verification: true as const });
    return ApiResponse.created({ user: presented, token });
  },

  "auth.login": async ({ body, origin, services }) => {
    const result = await signIn(services, body, origin);
    if (result.outcome === "verification-required")
      return ApiResponse.ok({ requires_verification: true as const });
    if (result.outcome === "two-factor-required")
      return ApiResponse.ok({ requires_two_factor: true as const, challenge: result.challenge });
    const data = { user: await presentAccount(services, result.user), token: result.token };
    return ApiResponse.noted(data, presentPasswordNotice(result.user));
  },

  "auth.two-factor-challenge": async ({ body, origin, services }) => {
    const { user, access: token } = await answerChallenge(services, body, origin, {
      grant: (trx, account) => completeSignIn(services, trx, account, origin),
    });
    const data = { user: await presentAccount(services, user), token };
    return ApiResponse.noted(data, presentPasswordNotice(user));
  },
};
