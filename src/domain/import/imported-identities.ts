import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { whereInList } from "../../database/table.js";
import { now } from "../../lib/clock.js";
import type { CarriedIdentity } from "./sources/imported-person.js";

export const identityKey = ({
  providerId,
  subject,
}: Pick<CarriedIdentity, "providerId" | "subject">): string => `${providerId} ${subject}`;

/** Identity → the address of the account that has it. */
export async function holdersOfIdentities(
  knex: Knex,
  identities: readonly CarriedIdentity[],
): Promise<Map<string, string>> {
  const rows = await stored(knex, identities);
  return new Map(
    rows.flatMap(({ providerId, subject, email_key }) =>
      email_key === null ? [] : [[identityKey({ providerId, subject }), email_key]],
    ),
  );
}

interface StoredIdentity {
  id: string;
  user_id: string;
  providerId: string;
  subject: string;
  /** Null for a deleted account. */
  email_key: string | null;
}

async function stored(knex: Knex, identities: readonly CarriedIdentity[]): Promise<StoredIdentity[]> {
  const rows: StoredIdentity[] = [];
  for (const providerId of new Set(identities.map((one) => one.providerId))) {
    const subjects = identities.filter((one) => one.providerId === providerId).map((one) => one.subject);
    const query = knex("user_identities")
      .join("users", "users.id", "user_identities.user_id")
      .where({ provider_id: providerId })
      .select("user_identities.id", "user_id", "provider_id as providerId", "subject", "users.email_key");
    whereInList(query, knex, "subject", subjects);
    rows.push(...((await query) as StoredIdentity[]));
  }
  return rows;
}

/** Links free identities. Deleted accounts that had them lose them, as when someone links one. */
export async function addIdentities(
  trx: Knex.Transaction,
  links: readonly { userId: string; identity: CarriedIdentity }[],
): Promise<void> {
  if (links.length === 0) return;
  const identities = links.map(({ identity }) => identity);
  for (const { id, user_id, email_key } of await stored(trx, identities)) {
    if (email_key !== null) continue;
    await trx("user_identities").where({ id }).del();
    await trx("users").where({ id: user_id }).decrement("identity_count", 1);
  }
  const time = now();
  await trx("user_identities").insert(
    links.map(({ userId, identity }) => ({
      ...{ id: uuidv7(), user_id: userId, provider_id: identity.providerId, subject: identity.subject },
      ...{ email: null, last_used_at: null, created_at: time, updated_at: time },
    })),
  );
}
