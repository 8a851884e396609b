import { listDefinitions } from "../../domain/definitions.js";
import { ApiResponse } from "../envelope.js";
import { presentDefinition } from "../presenters.js";
import type { HandlersOf } from "../types.js";

export const handlers: HandlersOf<"service"> = {
  "definitions.index": async ({ query, services }) => {
    const definitions = await listDefinitions(services.knex, query.keys);
    return ApiResponse.ok(
      Object.fromEntries([...definitions].map(([key, choices]) => [key, choices.map(presentDefinition)])),
    );
  },
};
