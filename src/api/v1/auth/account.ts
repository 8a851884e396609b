import { assertCurrentPassword } from "../../../domain/passwords/current-password.js";
import { confirmToken } from "../../../domain/tokens/sign-in-tokens.js";
import { MINUTE, toRfc3339 } from "../../../lib/clock.js";
import { ValidationFailed } from "../../../lib/failures.js";
import { ApiResponse } from "../../envelope.js";
import type { Call, HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"auth/account"> = {
  "auth.confirm-password": async (call) => {
    const { actor, services } = call;
    await assertPassword(call);
    const confirmedAt = await confirmToken(services.knex, actor.tokenId!);
    const minutes = (await services.settings.read()).get("auth.password_confirm_minutes");
    return ApiResponse.ok({ confirmed_until: toRfc3339(confirmedAt + minutes * MINUTE) });
  },
};

/** The field is called `password` here, because the body has no new one. */
async function assertPassword(call: Call<"auth.confirm-password">): Promise<void> {
  try {
    await assertCurrentPassword(call, call.body.password);
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    throw new ValidationFailed({ password: error.fields["current_password"]! });
  }
}
