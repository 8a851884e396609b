import { addPasskey, offerPasskey } from "../../../domain/passkeys/new-passkey.js";
import { listPasskeys, removePasskey, renamePasskey } from "../../../domain/passkeys/own-passkeys.js";
import { assertFeature } from "../../../domain/settings/features.js";
import { ApiResponse } from "../../envelope.js";
import { respondWithItems } from "../../lists.js";
import { presentCreation, presentPasskey, readNewCredential } from "../../presenters/passkeys.js";
import type { HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"auth/account-passkeys"> = {
  "auth.me.passkeys.options": async (call) => {
    await assertFeature(call, "auth.passkeys");
    return ApiResponse.ok(presentCreation(await offerPasskey(call)));
  },

  "auth.me.passkeys.index": (call) =>
    respondWithItems(
      call,
      "created_at",
      () => listPasskeys(call.services.knex, call.actor.id),
      presentPasskey,
    ),

  "auth.me.passkeys.store": async (call) => {
    await assertFeature(call, "auth.passkeys");
    const { credential, name = "" } = call.body;
    const added = await addPasskey(call, null, { credential: readNewCredential(credential), name });
    const data = { passkey: presentPasskey(added.passkey), recovery_codes: added.recoveryCodes };
    return ApiResponse.created(data, { Location: `/api/v1/auth/me/passkeys/${added.passkey.id}` });
  },

  "auth.me.passkeys.update": async (call) =>
    ApiResponse.ok(presentPasskey(await renamePasskey(call, call.params.passkey, call.body.name))),

  "auth.me.passkeys.destroy": async (call) => {
    await removePasskey(call, call.params.passkey);
    return ApiResponse.empty();
  },
};
