import { assertCurrentPassword } from "../../../domain/passwords/current-password.js";
import { changeOwnPassword } from "../../../domain/passwords/own-password.js";
import { changeAvatar, removeAvatar } from "../../../domain/profile/avatars.js";
import {
  cancelEmailChange,
  isOtherAddress,
  resendEmailChange,
  updateOwnProfile,
} from "../../../domain/profile/own-profile.js";
import type { Services } from "../../../domain/services.js";
import { confirmToken } from "../../../domain/tokens/sign-in-tokens.js";
import { MINUTE, toRfc3339 } from "../../../lib/clock.js";
import { ValidationFailed } from "../../../lib/failures.js";
import { User } from "../../../models/user.js";
import { ApiResponse } from "../../envelope.js";
import { ifMatch } from "../../if-match.js";
import { presentAccount } from "../../present-account.js";
import { etagOf } from "../../presenters.js";
import type { Call, HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"auth/account"> = {
  "auth.confirm-password": async (call) => {
    const { actor, services } = call;
    await assertPassword(call);
    const confirmedAt = await confirmToken(services.knex, actor.tokenId!);
    const minutes = (await services.settings.read()).get("auth.password_confirm_minutes");
    return ApiResponse.ok({ confirmed_until: toRfc3339(confirmedAt + minutes * MINUTE) });
  },

  "auth.me.update": async (call) => {
    const { services, actor, body, headers } = call;
    await updateOwnProfile(call, body ?? {}, null, ifMatch(headers["If-Match"]));
    const user = await ownUser(services, actor.id);
    return ApiResponse.ok(await presentAccount(services, user), { ETag: etagOf(user) });
  },

  "auth.me.password.update": async (call) => {
    await changeOwnPassword(call, null, call.body);
    return ApiResponse.empty();
  },

  "auth.me.avatar.update": async (call) => {
    await changeAvatar(call, call.body.avatar);
    const user = await ownUser(call.services, call.actor.id);
    return ApiResponse.ok(await presentAccount(call.services, user), { ETag: etagOf(user) });
  },

  "auth.me.avatar.destroy": async (call) => {
    await removeAvatar(call);
    return ApiResponse.empty();
  },

  "auth.me.email.update": async (call) => {
    const { services, actor, body } = call;
    if (isOtherAddress(actor.user, body.email)) await updateOwnProfile(call, {}, body.email);
    const { email, pending_email } = await ownUser(services, actor.id);
    return ApiResponse.ok({ email, pending_email });
  },

  "auth.me.email.verification-notification": async (call) => {
    await resendEmailChange(call);
    const { pending_email } = await ownUser(call.services, call.actor.id);
    return ApiResponse.ok({ sent: pending_email !== null });
  },

  "auth.me.email.destroy": async (call) => {
    await cancelEmailChange(call);
    return ApiResponse.empty();
  },
};

const ownUser = async ({ knex }: Services, id: string): Promise<User> =>
  User.query(knex).findById(id).throwIfNotFound();

/** The field is called `password` here, because the body has no new one. */
async function assertPassword(call: Call<"auth.confirm-password">): Promise<void> {
  try {
    await assertCurrentPassword(call, call.body.password);
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    throw new ValidationFailed({ password: error.fields["current_password"]! });
  }
}
