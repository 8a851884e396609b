import { z } from "zod";
import { createPersonalToken, longestTokenDays, type IssuedToken } from "../domain/personal-tokens.js";
import type { WebCall } from "./call.js";
import { personName } from "./forms.js";

/**
 * What the partials `token-once` and `new-token` show.
 * @param issued the token that was made just now; this answer is the only one that holds its value
 */
export function newTokenView({ services, refusal, form }: WebCall, issued: IssuedToken | null): object {
  const { scopes, defaultScopes } = services.config.tokens;
  return {
    catalogue: scopes,
    defaultScopes,
    longestDays: longestTokenDays(services),
    ticked: refusal ? form.list("scopes") : [],
    issued,
  };
}

const fields = z.object({ name: personName() });

/**
 * Makes the token that the form of `new-token` asks for, for whoever sent it.
 * @param permission that this takes, where it takes one
 * @throws as `createPersonalToken`
 */
export function createTokenOfForm(
  { services, settings, form, owner, origin }: WebCall,
  permission?: string,
): Promise<IssuedToken> {
  const days = form.text("expires_in_days").trim();
  const wish = {
    ...form.read(fields),
    permission,
    scopes: form.list("scopes"),
    ...(days === "" ? {} : { days: /^\d{1,5}$/.test(days) ? Number(days) : NaN }),
  };
  return createPersonalToken(services, settings, owner, wish, origin);
}
