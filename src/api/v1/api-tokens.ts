import { createPersonalToken } from "../../domain/tokens/personal-tokens.js";
import { listTokens, revokeVisibleToken } from "../../domain/tokens/token-administration.js";
import { ValidationFailed } from "../../lib/failures.js";
import { searchProblem } from "../../lib/search.js";
import { ApiResponse } from "../envelope.js";
import { listReply, pageRequest } from "../lists.js";
import { presentIssuedToken, presentToken } from "../presenters/tokens.js";
import type { HandlersOf } from "../types.js";

export const handlers: HandlersOf<"api-tokens"> = {
  "api-tokens.index": async (call) => {
    const { search = "" } = call.query.filter ?? {};
    const problem = searchProblem(search);
    if (problem !== null) throw new ValidationFailed({ "filter.search": [problem] });
    const request = pageRequest(call, "-created_at");
    const page = await listTokens(call, { ...request, search });
    const items = page.items.map(({ token }) => presentToken(token));
    return ApiResponse.list(items, listReply(call, request, page));
  },

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
