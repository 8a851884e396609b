import { issueAuthToken } from "../domain/tokens/sign-in-tokens.js";
import type { SignInSurface } from "./sign-in.js";
import { recordSignIn } from "./signed-in.js";

/** API sign-in, which grants a token. */
export const API_SIGN_IN: SignInSurface<string> = {
  requiresVerifiedEmail: true,
  grant: async (context, user, method) => {
    await recordSignIn(context, user, method, null);
    return issueAuthToken(context, user.id);
  },
};
