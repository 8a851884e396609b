import type { Knex } from "knex";
import { inTransaction } from "../../database/transaction.js";
import { now } from "../../lib/clock.js";
import { eachText } from "../../models/account-fields.js";
import { setOwnerKeys } from "../../models/lists/owner-keys.js";
import { removeWords } from "../../models/lists/search-words.js";
import { USER_LISTS } from "../../models/lists/user-words.js";
import { restorableSince } from "../../models/restorable.js";
import { searchKey } from "../../models/user.js";
import { ownOrigin } from "../audit/origin.js";
import { recordEvent } from "../audit/record-events.js";
import { redactEvents } from "../events/retention.js";
import { removeAvatarFile } from "../profile/avatars.js";
import { MaintenanceBudget } from "../../lib/maintenance-budget.js";
import { redactDeliveries } from "../webhooks/payloads.js";
import type { Services } from "../services.js";

const PERSON = { first_name: "Deleted", last_name: "User", ...eachText(() => "") };

const BATCH = 500;

interface Account {
  id: string;
  email: string;
  deleted_at: number;
  avatar: string | null;
}

/**
 * Removes personal data from accounts that were deleted 30 days ago. The rows stay, because others refer to them.
 * @returns the number of accounts
 */
export async function anonymiseDeletedAccounts(
  services: Services,
  budget = new MaintenanceBudget(),
): Promise<number> {
  let done = 0;
  while (!budget.isOver) {
    const accounts = await services.reads.run(
      async (reader): Promise<Account[]> =>
        reader("users")
          .whereNull("anonymised_at")
          .where("deleted_at", "<", restorableSince())
          .limit(BATCH)
          .select("id", "email", "deleted_at", "avatar"),
      { isPatient: true },
    );
    for (const account of accounts) {
      if (budget.isOver) break;
      if (await anonymise(services, account)) done++;
      await budget.pause();
    }
    if (accounts.length < BATCH) break;
  }
  return done;
}

/** @returns false when the account has been restored, or anonymised by another process */
async function anonymise(services: Services, { id, email, deleted_at, avatar }: Account): Promise<boolean> {
  const changed = await inTransaction(services.knex, async (trx) => {
    if (!(await removePerson(trx, id))) return false;
    await trx("passkeys").where({ user_id: id }).del();
    await trx("user_identities").where({ user_id: id }).del();
    await trx("agent_tools").where({ user_id: id }).del();
    await trx("imported_accounts").where({ user_id: id }).del();
    await trx("memberships").where({ user_id: id }).del();
    await trx("organisation_provisioned_users").where({ user_id: id }).del();
    await trx("organisation_join_requests").where({ user_id: id }).del();
    // a later one is for whoever has the address now
    await trx("organisation_invitations").where({ email }).where("created_at", "<=", deleted_at).del();
    await redactDeliveries(trx, id);
    await removeWords(trx, USER_LISTS, [id]);
    await setOwnerKeys(trx, [id]);
    await redactEvents(trx, id);
    await recordEvent(trx, "user.anonymised", id, { actorId: null, origin: ownOrigin() });
    return true;
  });
  if (changed) await removeAvatarFile(services, avatar);
  return changed;
}

async function removePerson(trx: Knex.Transaction, id: string): Promise<boolean> {
  const person = { ...PERSON, email: `${id}@deleted.invalid` };
  const changed = await trx("users")
    .where({ id })
    .whereNull("anonymised_at")
    // it may have been restored and deleted again
    .where("deleted_at", "<", restorableSince())
    .update({
      ...person,
      search_key: searchKey({ id, ...person }),
      password: "",
      password_imported: false,
      pending_email: null,
      two_factor_secret: null,
      two_factor_recovery_codes: null,
      two_factor_confirmed_at: null,
      passkey_count: 0,
      identity_count: 0,
      avatar: null,
      status_reason: null,
      last_login_ip: null,
      previous_login_ip: null,
      anonymised_at: now(),
    });
  return changed === 1;
}
