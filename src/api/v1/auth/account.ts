import { confirmationOf, confirmWithPasskey } from "../../../auth/passkey-confirmation.js";
import { requestPasskey } from "../../../domain/passkeys/assertions.js";
import { assertCurrentPassword } from "../../../domain/passwords/current-password.js";
import { changeOwnPassword } from "../../../domain/passwords/own-password.js";
import { removePassword } from "../../../domain/passwords/password-removal.js";
import { changeAvatar, removeAvatar } from "../../../domain/profile/avatars.js";
import {
  cancelEmailChange,
  isOtherAddress,
  resendEmailChange,
  updateOwnProfile,
} from "../../../domain/profile/own-profile.js";
import { assertFeature } from "../../../domain/settings/features.js";
import type { Services } from "../../../domain/services.js";
import { confirmToken } from "../../../domain/tokens/sign-in-tokens.js";
import { MINUTE, toRfc3339 } from "../../../lib/clock.js";
import { ValidationFailed } from "../../../lib/failures.js";
import { User } from "../../../models/user.js";
import { text } from "../../../texts/translate.js";
import { ApiResponse } from "../../envelope.js";
import { ifMatch } from "../../if-match.js";
import { etagOf, presentAccount } from "../../presenters/accounts.js";
import { presentRequest, readAnswer } from "../../presenters/passkeys.js";
import type { Call, HandlersOf, Schema } from "../../types.js";

export const handlers: HandlersOf<"auth/account"> = {
  "auth.confirm-password": async (call) => {
    const { actor, services, body = {} } = call;
    const confirmedAt = body.credential
      ? await confirmByPasskey(call, body.credential)
      : await confirmByPassword(call, body.password, actor.tokenId!);
    const minutes = (await services.settings.read()).get("auth.password_confirm_minutes");
    return ApiResponse.ok({ confirmed_until: toRfc3339(confirmedAt + minutes * MINUTE) });
  },

  "auth.confirm-password.options": async (call) => {
    await assertFeature(call, "auth.passkeys");
    return ApiResponse.ok(presentRequest(await requestPasskey(call.services, confirmationOf(call))));
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

  "auth.me.password.destroy": async (call) => {
    await removePassword(call, null);
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
async function confirmByPassword(
  call: Call<"auth.confirm-password">,
  password: string | undefined,
  tokenId: string,
): Promise<number> {
  if (password === undefined) throw new ValidationFailed({ password: [text("validation.required")] });
  try {
    await assertCurrentPassword(call, password);
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    throw new ValidationFailed({ password: error.fields["current_password"]! });
  }
  return confirmToken(call.services.knex, tokenId);
}

async function confirmByPasskey(
  call: Call<"auth.confirm-password">,
  credential: Schema<"AuthenticationCredential">,
): Promise<number> {
  await assertFeature(call, "auth.passkeys");
  return confirmWithPasskey(call, readAnswer(credential), ({ trx, actor }) =>
    confirmToken(trx, actor.tokenId!),
  );
}
