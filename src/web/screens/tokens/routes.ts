import { showTokens, submitToken, submitTokenRevocation } from "./tokens.js";
import { del, get, post, RECENT } from "../../server/table.js";

export const TOKENS_ROUTES = [
  get("tokens", ["auth"], showTokens),
  post("tokens.store", ["auth", ...RECENT], submitToken, { form: showTokens }),
  del("tokens.destroy", ["auth"], submitTokenRevocation),
];
