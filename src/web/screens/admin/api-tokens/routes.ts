import { showApiTokens, submitApiTokenRevocation } from "./api-tokens.js";
import { del, get, RECENT } from "../../../server/table.js";

export const API_TOKEN_ROUTES = [
  get("admin.api-tokens.index", ["auth"], showApiTokens),
  del("admin.api-tokens.destroy", ["auth", ...RECENT], submitApiTokenRevocation, {
    form: showApiTokens,
  }),
];
