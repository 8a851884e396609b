import type { Knex } from "knex";
import { StampedRow } from "./stamped-row.js";

/** A row of `user_identities`: an account at a provider that signs in to an account here. */
export class UserIdentity extends StampedRow {
  static override tableName = "user_identities";

  declare user_id: string;
  declare provider_id: string;
  /** The provider's id of the account, which never changes there. */
  declare subject: string;
  /** The email address that the provider named last; null for none. */
  declare email: string | null;
  declare last_used_at: number | null;
}

/** Whether the account can be signed in to by an enabled provider. @param exceptId an identity that is about to go */
export async function hasUsableIdentity(knex: Knex, userId: string, exceptId = ""): Promise<boolean> {
  const found: unknown = await knex("user_identities")
    .join("sign_in_providers", "sign_in_providers.id", "user_identities.provider_id")
    .where({ "user_identities.user_id": userId, "sign_in_providers.is_enabled": true })
    .whereNot("user_identities.id", exceptId)
    .first("user_identities.id");
  return found !== undefined;
}
