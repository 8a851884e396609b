import { toRfc3339 } from "../../lib/clock.js";
import { fullNameOf } from "../../models/public-user.js";
import type { TokenSnapshot } from "../../domain/audit/snapshots.js";
import type { IssuedToken } from "../../domain/tokens/personal-tokens.js";
import type { Schema } from "../types.js";

export const presentToken = (token: TokenSnapshot): Schema<"AccessToken"> => ({
  id: token.id,
  name: token.name,
  scopes: JSON.parse(token.scopes) as string[],
  owner: { id: token.user_id, full_name: fullNameOf(token), email: token.email },
  created_at: toRfc3339(token.created_at),
  expires_at: toRfc3339(token.expires_at),
  last_used_at: toRfc3339(token.last_used_at),
});

/** The only answer that has the value of the token. */
export const presentIssuedToken = (issued: IssuedToken): Schema<"IssuedOwnToken"> => ({
  id: issued.id,
  name: issued.name,
  scopes: issued.scopes,
  expires_at: toRfc3339(issued.expiresAt),
  token: issued.value,
});
