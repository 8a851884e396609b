import { createPersonalToken } from "../../domain/tokens/personal-tokens.js";
import { listTokens, revokeVisibleToken } from "../../domain/tokens/token-administration.js";
import { ApiResponse } from "../envelope.js";
import { respondWithList, searchFilter } from "../lists.js";
import { presentIssuedToken, presentToken } from "../presenters/tokens.js";
import type { HandlersOf } from "../types.js";

export const handlers: HandlersOf<"api-tokens"> = {
  "api-tokens.index": (call) =>
    respondWithList(
      call,
      "-created_at",
      async (request) => listTokens(call, { ...request, search: searchFilter(call.query.filter?.search) }),
      ({ token }) => presentToken(token),
    ),

  "api-tokens.store": async (call) => {
    const { name, scopes = [], expires_in_days: days } = call.body;
    const input = { name, scopes, permission: "api-tokens.create", ...(days === undefined ? {} : { days }) };
    const issued = await createPersonalToken(call, input);
    return ApiResponse.created(presentIssuedToken(issued), { Location: `/api/v1/api-tokens/${issued.id}` });
  },

  "api-tokens.destroy": async (call) => {
    await revokeVisibleToken(call, call.params.token);
    return ApiResponse.empty();
  },
};
