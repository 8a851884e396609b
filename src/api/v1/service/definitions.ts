import { ApiResponse } from "../../envelope.js";
import { presentDefinition } from "../../presenters/accounts.js";
import type { HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"service/definitions"> = {
  "definitions.index": async ({ locale, query, services }) => {
    const definitions = await services.definitions.all(locale);
    const keys = query.keys && new Set(query.keys);
    const selected = [...definitions].filter(([key]) => keys?.has(key) ?? true);
    return ApiResponse.ok(
      Object.fromEntries(selected.map(([key, choices]) => [key, choices.map(presentDefinition)])),
    );
  },
};
