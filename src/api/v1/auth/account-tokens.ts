import { revokeOwnTokens } from "../../../domain/passwords/own-password.js";
import {
  createPersonalToken,
  listPersonalTokens,
  revokeOwnToken,
} from "../../../domain/tokens/personal-tokens.js";
import { toRfc3339 } from "../../../lib/clock.js";
import type { PersonalAccessToken } from "../../../models/personal-access-token.js";
import { ApiResponse } from "../../envelope.js";
import { respondWithItems } from "../../lists.js";
import { presentIssuedToken } from "../../presenters/tokens.js";
import type { HandlersOf, Schema } from "../../types.js";

export const handlers: HandlersOf<"auth/account-tokens"> = {
  "auth.me.tokens.index": (call) =>
    respondWithItems(
      call,
      "-created_at",
      () => listPersonalTokens(call.services.knex, call.actor.id),
      (token) => present(token, call.actor.tokenId),
    ),

  "auth.me.tokens.store": async (call) => {
    const { name, scopes = [], expires_in_days: days } = call.body;
    const issued = await createPersonalToken(call, { name, scopes, ...(days === undefined ? {} : { days }) });
    return ApiResponse.created(presentIssuedToken(issued), {
      Location: `/api/v1/auth/me/tokens/${issued.id}`,
    });
  },

  "auth.me.tokens.destroy": async (call) => {
    await revokeOwnToken(call, call.params.token);
    return ApiResponse.empty();
  },

  "auth.me.tokens.destroy-others": async (call) => {
    await revokeOwnTokens(call);
    return ApiResponse.empty();
  },
};

const present = (token: PersonalAccessToken, currentId: string | null): Schema<"OwnToken"> => ({
  id: token.id,
  name: token.name,
  scopes: token.scopes,
  is_current: token.id === currentId,
  created_at: toRfc3339(token.created_at),
  expires_at: toRfc3339(token.expires_at),
  last_used_at: toRfc3339(token.last_used_at),
});
