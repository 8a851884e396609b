import { decodeProtectedHeader } from "jose";
import { validate as isUuid } from "uuid";
import type { RowReader } from "../../../database/row-reader.js";
import { andThen, type Awaitable } from "../../../lib/awaitable.js";
import { now } from "../../../lib/clock.js";
import { isJwt } from "../../../lib/secrets.js";

const FIND = "select ends_at from oauth_signing_keys where id = ?";

/**
 * Whether the key that signed an access token is still published, so that nothing that was signed by a removed key opens
 * anything. True for an opaque token, without a query. The signature isn't checked: stored tokens are found by their hash.
 */
export function hasPublishedKey(rows: RowReader, token: string): Awaitable<boolean> {
  if (!isJwt(token)) return true;
  const kid = keyIdIn(token);
  if (kid === null) return false;
  const found = rows.one<{ ends_at: number | null }>(FIND, [kid]);
  return andThen(found, (row) => row !== undefined && (row.ends_at === null || row.ends_at > now()));
}

function keyIdIn(token: string): string | null {
  try {
    const { kid } = decodeProtectedHeader(token);
    return kid !== undefined && isUuid(kid) ? kid : null;
  } catch {
    return null;
  }
}
