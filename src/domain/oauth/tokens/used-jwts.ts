import { isUniqueViolation } from "../../../database/errors.js";
import { sha256 } from "../../../lib/secrets.js";
import type { Services } from "../../services.js";

const MAX_LENGTH = 400;

/**
 * Remembers a JWT that is accepted only once, until it expires.
 * @param id of the JWT and of who signed it
 * @param expiresAt milliseconds since the epoch
 * @returns false for one that was used before
 */
export async function isFirstUse({ knex }: Services, id: string, expiresAt: number): Promise<boolean> {
  if (id.length > MAX_LENGTH) return false;
  try {
    await knex("oauth_assertions").insert({ id_hash: sha256(id), expires_at: expiresAt });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
