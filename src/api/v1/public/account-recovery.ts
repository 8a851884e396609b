import {
  acceptInvitationWithPasskey,
  offerPasskeyToInvited,
} from "../../../domain/passwords/invited-passkey.js";
import {
  findResetLink,
  requestPasswordReset,
  resetPassword,
} from "../../../domain/passwords/password-reset.js";
import { requestVerification, verifyAddress } from "../../../domain/registration/email-verification.js";
import { assertFeature } from "../../../domain/settings/features.js";
import { ApiResponse } from "../../envelope.js";
import { presentCreation, presentPasskey, readNewCredential } from "../../presenters/passkeys.js";
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

  "auth.invitation.passkeys.options": async (call) => {
    await assertFeature(call, "auth.passkeys");
    return ApiResponse.ok(presentCreation(await offerPasskeyToInvited(call, call.body.token)));
  },

  "auth.invitation.passkeys.store": async (call) => {
    await assertFeature(call, "auth.passkeys");
    const { token, credential, name = "" } = call.body;
    const created = { token, credential: readNewCredential(credential), name };
    const { passkey, recoveryCodes } = await acceptInvitationWithPasskey(call, created);
    return ApiResponse.ok({ passkey: presentPasskey(passkey), recovery_codes: recoveryCodes });
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
