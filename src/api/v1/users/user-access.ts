import {
  endSessionOf,
  listApplicationsOf,
  listSessionsOf,
  listTokensOf,
  revokeApplicationOf,
  revokeTokenOf,
} from "../../../domain/credentials/user-credentials.js";
import { listPasskeysOf, removePasskeyOf } from "../../../domain/passkeys/removal.js";
import { listIdentitiesOf, removeIdentityOf } from "../../../domain/providers/identities-of-users.js";
import { ApiResponse } from "../../envelope.js";
import { respondWithItems } from "../../lists.js";
import { presentApplication, presentSession, presentUserToken } from "../../presenters/access.js";
import { presentPasskey } from "../../presenters/passkeys.js";
import { presentIdentity } from "../../presenters/providers.js";
import type { HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"users/user-access"> = {
  "users.show.sessions": (call) =>
    respondWithItems(call, "-last_active_at", () => listSessionsOf(call, call.params.user), presentSession),

  "users.update.sessions.destroy": async (call) => {
    await endSessionOf(call, call.params.user, call.params.session);
    return ApiResponse.empty();
  },

  "users.show.tokens": (call) =>
    respondWithItems(call, "-created_at", () => listTokensOf(call, call.params.user), presentUserToken),

  "users.update.tokens.destroy": async (call) => {
    await revokeTokenOf(call, call.params.user, call.params.token);
    return ApiResponse.empty();
  },

  "users.show.passkeys": (call) =>
    respondWithItems(call, "created_at", () => listPasskeysOf(call, call.params.user), presentPasskey),

  "users.update.passkeys.destroy": async (call) => {
    await removePasskeyOf(call, call.params.user, call.params.passkey);
    return ApiResponse.empty();
  },

  "users.show.identities": (call) =>
    respondWithItems(call, "created_at", () => listIdentitiesOf(call, call.params.user), presentIdentity),

  "users.update.identities.destroy": async (call) => {
    await removeIdentityOf(call, call.params.user, call.params.identity);
    return ApiResponse.empty();
  },

  "users.show.applications": (call) =>
    respondWithItems(
      call,
      "name",
      () => listApplicationsOf(call, call.params.user),
      (application) => presentApplication(call.services, application),
    ),

  "users.update.applications.destroy": async (call) => {
    await revokeApplicationOf(call, call.params.user, call.params.client);
    return ApiResponse.empty();
  },
};
