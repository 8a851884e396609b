import {
  findResetLink,
  requestPasswordReset,
  resetPassword,
} from "../../../domain/passwords/password-reset.js";
import { requestVerification, verifyAddress } from "../../../domain/registration/email-verification.js";
import { assertFeature } from "../../../domain/settings/features.js";
import { ApiResponse } from "../../envelope.js";
import type { HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"public/account-recovery"> = {
  "auth.forgot-password": async (call) => {
    await assertFeature(call, "auth.password_reset");
    await requestPasswordReset(call, call.body.email);
    return ApiResponse.empty();
  },

  "auth.reset-password": async (call) => {
    const link = await findResetLink(call.services.knex, call.body.token);
    if (!link?.isInvitation) await assertFeature(call, "auth.password_reset");
    await resetPassword(call, call.body);
    return ApiResponse.empty();
  },

  "auth.email.verify": async (call) => {
    await verifyAddress(call, call.body);
    return ApiResponse.empty();
  },

  "auth.email.verification-notification": async (call) => {
    await requestVerification(call, call.body.email);
    return ApiResponse.empty();
  },
};
