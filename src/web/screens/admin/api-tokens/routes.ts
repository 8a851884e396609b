import { showApiTokens, submitApiToken, submitApiTokenRevocation } from "./api-tokens.js";
import { del, get, post, RECENT } from "../../../server/table.js";

export const API_TOKEN_ROUTES = [
  get("admin.api-tokens.index", ["auth"], showApiTokens),
  post("admin.api-tokens.store", ["auth", "can:api-tokens.create", ...RECENT], submitApiToken, {
    form: showApiTokens,
  }),
  del("admin.api-tokens.destroy", ["auth", ...RECENT], submitApiTokenRevocation, {
    form: showApiTokens,
  }),
];
