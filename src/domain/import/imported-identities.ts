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
  const holders = new Map<string, string>();
  for (const providerId of new Set(identities.map((one) => one.providerId))) {
    const subjects = identities.filter((one) => one.providerId === providerId).map((one) => one.subject);
    const query = knex("user_identities")
      .join("users", "users.id", "user_identities.user_id")
      .where({ provider_id: providerId })
      .whereNull("users.deleted_at")
      .select("subject", "users.email_key");
    whereInList(query, knex, "subject", subjects);
    for (const { subject, email_key } of (await query) as { subject: string; email_key: string }[])
      holders.set(identityKey({ providerId, subject }), email_key);
  }
  return holders;
}

/** Links free identities. Deleted accounts that had them lose them, as when someone links one. */
export async function addIdentities(
  trx: Knex.Transaction,
  links: readonly { userId: string; identity: CarriedIdentity }[],
): Promise<void> {
  if (links.length === 0) return;
  for (const { identity } of links) {
    const { providerId, subject } = identity;
    const former = (await trx("user_identities")
      .where({ provider_id: providerId, subject })
      .whereIn("user_id", trx("users").whereNotNull("deleted_at").select("id"))
      .first("id", "user_id")) as { id: string; user_id: string } | undefined;
    if (former === undefined) continue;
    await trx("user_identities").where({ id: former.id }).del();
    await trx("users").where({ id: former.user_id }).decrement("identity_count", 1);
  }
  const time = now();
  await trx("user_identities").insert(
    links.map(({ userId, identity }) => ({
      ...{ id: uuidv7(), user_id: userId, provider_id: identity.providerId, subject: identity.subject },
      ...{ email: null, last_used_at: null, created_at: time, updated_at: time },
    })),
  );
}
