import { listIdentities } from "../../../domain/providers/identities.js";
import { removeIdentity } from "../../../domain/providers/own-identities.js";
import { ApiResponse } from "../../envelope.js";
import { respondWithItems } from "../../lists.js";
import { presentIdentity } from "../../presenters/providers.js";
import type { HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"auth/account-identities"> = {
  "auth.me.identities.index": (call) =>
    respondWithItems(
      call,
      "created_at",
      () => listIdentities(call.services.knex, call.actor.id),
      presentIdentity,
    ),

  "auth.me.identities.destroy": async (call) => {
    await removeIdentity(call, call.params.identity);
    return ApiResponse.empty();
  },
};
