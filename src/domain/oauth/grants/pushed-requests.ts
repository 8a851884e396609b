import type { Knex } from "knex";
import type { RowReader } from "../../../database/row-reader.js";
import { MINUTE, now } from "../../../lib/clock.js";
import type { RegisteredClient } from "../../../models/oauth-client.js";
import { isFapi2 } from "../clients/security-profile.js";
import { generateToken, isWellFormedToken, PUSHED_REQUEST, sha256 } from "../../../lib/secrets.js";

/** Long enough for a user who has to sign in first. RFC 9126, section 2.2, recommends at most ten minutes. */
const LIFETIME = 10 * MINUTE;
/** Less than ten minutes (FAPI 2.0 Security Profile, section 5.3.2.2). */
const FAPI2_LIFETIME = 9 * MINUTE;

/** Milliseconds. */
export const pushedRequestLifetime = (client: RegisteredClient): number =>
  isFapi2(client) ? FAPI2_LIFETIME : LIFETIME;
/** The form of RFC 9126, section 2.2. */
const PREFIX = "urn:ietf:params:oauth:request_uri:";

const FIND =
  "select parameters from oauth_pushed_requests where uri_hash = ? and client_id = ? and expires_at > ?";

/** Keeps an authorization request. @param parameters form-encoded. @returns its `request_uri` */
export async function savePushedRequest(
  knex: Knex,
  client: RegisteredClient,
  parameters: string,
): Promise<string> {
  const reference = generateToken(PUSHED_REQUEST);
  await knex("oauth_pushed_requests").insert({
    uri_hash: sha256(reference),
    client_id: client.id,
    parameters,
    expires_at: now() + pushedRequestLifetime(client),
  });
  return PREFIX + reference;
}

export const isPushedRequest = (uri: string): boolean => uri.startsWith(PREFIX);

/** The parameters that the client pushed; null for an unknown, used or expired request. */
export async function findPushedRequest(
  rows: RowReader,
  clientId: string,
  uri: string,
): Promise<string | null> {
  const reference = uri.slice(PREFIX.length);
  if (!isPushedRequest(uri) || !isWellFormedToken(reference, PUSHED_REQUEST)) return null;
  const row = await rows.one<{ parameters: string }>(FIND, [sha256(reference), clientId, now()]);
  return row?.parameters ?? null;
}

/** Deletes the request, because it was granted. @returns false when another answer did */
export async function spendPushedRequest(trx: Knex.Transaction, uri: string): Promise<boolean> {
  const uri_hash = sha256(uri.slice(PREFIX.length));
  return (await trx("oauth_pushed_requests").where({ uri_hash }).del()) === 1;
}
