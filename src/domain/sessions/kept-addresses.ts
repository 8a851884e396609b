import { randomBytes } from "node:crypto";
import type { RowReader } from "../../database/row-reader.js";
import { HOUR, MINUTE, now } from "../../lib/clock.js";
import { sha256 } from "../../lib/secrets.js";
import type { Services } from "../services.js";

/** As long as a reset link: everything that can come before signing in takes less. */
export const KEPT_ADDRESS_LIFETIME = HOUR;
/** Per minute and client address, because guests can keep addresses, too. */
const MAX_KEPT = 30;

/**
 * Keeps an address for an hour.
 * @param clientAddress the client address that the limit counts
 * @returns its id, of 256 random bits; null over the limit
 */
export async function keepAddress(
  { knex, counters }: Services,
  address: string,
  clientAddress: string,
): Promise<string | null> {
  const { hits } = await counters.add(`kept-addresses:${clientAddress}`, 1, MINUTE);
  if (hits > MAX_KEPT) return null;
  const id = randomBytes(32).toString("base64url");
  await knex("kept_addresses").insert({
    id_hash: sha256(id),
    address,
    expires_at: now() + KEPT_ADDRESS_LIFETIME,
  });
  return id;
}

/** @returns null when the id is unknown or has expired */
export async function findKeptAddress(rows: RowReader, id: string): Promise<string | null> {
  const found = await rows.one<{ address: string; expires_at: number }>(
    "select address, expires_at from kept_addresses where id_hash = ?",
    [sha256(id)],
  );
  return found && found.expires_at > now() ? found.address : null;
}
