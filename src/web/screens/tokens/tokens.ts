import {
  listPersonalTokens,
  revokeOwnToken,
  type IssuedToken,
} from "../../../domain/tokens/personal-tokens.js";
import { API_DOCK_TOKEN_NAME, AUTH_TOKEN_NAME } from "../../../models/token-kind.js";
import { now } from "../../../lib/clock.js";
import type { MessageKey } from "../../../texts/translate.js";
import type { PersonalAccessToken } from "../../../models/personal-access-token.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { createTokenOfForm, newTokenView } from "./new-token.js";
import { page, redirect, success, type WebResult } from "../../server/responses/web-result.js";

export const showTokens: WebHandler = (call) => tokensPage(call, null);

async function tokensPage(call: WebCall, issued: IssuedToken | null): Promise<WebResult> {
  const tokens = await listPersonalTokens(call.services.knex, call.actor.id);
  const data = { tokens: tokens.map(presentToken), ...newTokenView(call, issued) };
  return page("tokens/tokens", "tokens.title", data, issued ? { status: 201, secret: true } : {});
}

type ShownToken = Pick<
  PersonalAccessToken,
  "id" | "name" | "scopes" | "created_at" | "expires_at" | "last_used_at"
>;

export const presentToken = (token: ShownToken) => ({
  id: token.id,
  name: token.name,
  scopes: token.scopes,
  createdAt: token.created_at,
  expiresAt: token.expires_at,
  lastUsedAt: token.last_used_at,
  expired: token.expires_at <= now(),
  explanation: EXPLANATIONS.get(token.name) ?? null,
});

/** Explanations of tokens that the service creates. */
const EXPLANATIONS = new Map<string, MessageKey>([
  [AUTH_TOKEN_NAME, "tokens.auth_token"],
  [API_DOCK_TOKEN_NAME, "tokens.api_dock"],
]);

export const submitToken: WebHandler = (call) =>
  createTokenOfForm(call, { back: "tokens", show: (issued) => tokensPage(call, issued) });

export const submitTokenRevocation: WebHandler = async (call) => {
  await revokeOwnToken(call, call.form.text("token"));
  return redirect(path("tokens"), success("tokens.revoked"));
};
