import type { Knex } from "knex";
import { now } from "../../lib/clock.js";
import { generateToken, PERSONAL_TOKEN, sha256 } from "../../lib/secrets.js";
import { PersonalAccessToken } from "../../models/personal-access-token.js";
import { AUTH_TOKEN_NAME } from "../../models/token-kind.js";
import type { Context } from "../context.js";

/**
 * Issues the personal access token of register, login and two-factor. The caller holds the account's lock and has
 * checked its status, so that nothing is issued after a ban.
 * @returns the plaintext token; it is never stored
 */
export async function issueAuthToken({ services, trx }: Context, userId: string): Promise<string> {
  const { tokens } = services.config;
  const token = generateToken(PERSONAL_TOKEN);
  await PersonalAccessToken.issue(trx, {
    user_id: userId,
    name: AUTH_TOKEN_NAME,
    kind: "sign_in",
    scopes_selected: false,
    token_hash: sha256(token),
    scopes: tokens.defaultScopes,
    expires_at: now() + tokens.personalTokenMs,
  });
  return token;
}

/** Records that the owner has entered the password with this token. @returns the time in milliseconds since the epoch */
export async function confirmToken(knex: Knex, tokenId: string): Promise<number> {
  const time = now();
  await PersonalAccessToken.query(knex).findById(tokenId).patch({ confirmed_at: time });
  return time;
}

/** Revokes one personal or OAuth token; ids are unique across both. @returns whether it was active */
export async function revokeToken(knex: Knex, tokenId: string): Promise<boolean> {
  let changed = 0;
  for (const table of ["personal_access_tokens", "oauth_access_tokens"])
    changed += await knex(table).where({ id: tokenId }).whereNull("revoked_at").update({ revoked_at: now() });
  return changed > 0;
}
