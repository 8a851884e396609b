import { z } from "zod";
import {
  API_DOCK_TOKEN_NAME,
  createPersonalToken,
  listPersonalTokens,
  longestTokenDays,
  revokePersonalToken,
  type IssuedToken,
} from "../../domain/personal-tokens.js";
import { AUTH_TOKEN_NAME } from "../../domain/tokens.js";
import { now } from "../../lib/clock.js";
import type { MessageKey } from "../../lib/i18n/translate.js";
import type { PersonalAccessToken } from "../../models/personal-access-token.js";
import { path } from "../addresses.js";
import type { WebCall, WebHandler } from "../call.js";
import { personName } from "../forms.js";
import { page, redirect, success, type WebReply } from "../reply.js";

export const showTokens: WebHandler = (call) => tokensPage(call, null);

/** @param issued the token that was made just now; this answer is the only one that holds its value */
async function tokensPage(call: WebCall, issued: IssuedToken | null): Promise<WebReply> {
  const { services, actor } = call;
  const { scopes, defaultScopes } = services.config.tokens;
  const tokens = await listPersonalTokens(services.knex, actor.id);
  const data = {
    tokens: tokens.map(presentToken),
    catalogue: scopes,
    defaultScopes,
    longestDays: longestTokenDays(services),
    ticked: call.refusal ? call.form.list("scopes") : [],
    issued,
  };
  return page("tokens", "tokens.title", data, issued ? { status: 201 } : {});
}

const presentToken = (token: PersonalAccessToken) => ({
  id: token.id,
  name: token.name,
  scopes: token.scopes,
  createdAt: token.created_at,
  expiresAt: token.expires_at,
  lastUsedAt: token.last_used_at,
  expired: token.expires_at <= now(),
  explanation: EXPLANATIONS.get(token.name) ?? null,
});

/** Of the tokens that nobody made by hand. */
const EXPLANATIONS = new Map<string, MessageKey>([
  [AUTH_TOKEN_NAME, "tokens.auth_token"],
  [API_DOCK_TOKEN_NAME, "tokens.api_dock"],
]);

const fields = z.object({ name: personName() });

export const submitToken: WebHandler = async (call) => {
  const { services, settings, form, origin } = call;
  const days = form.text("expires_in_days").trim();
  const wish = {
    ...form.read(fields),
    scopes: form.list("scopes"),
    ...(days === "" ? {} : { days: /^\d{1,5}$/.test(days) ? Number(days) : NaN }),
  };
  return tokensPage(call, await createPersonalToken(services, settings, call.owner, wish, origin));
};

export const submitTokenRevocation: WebHandler = async ({ services, form, actor, origin }) => {
  await revokePersonalToken(services, actor.id, form.text("token"), actor.id, origin);
  return redirect(path("tokens"), success("tokens.revoked"));
};
