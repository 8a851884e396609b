import type { Knex } from "knex";
import { deleteDays } from "../../database/activity-counts.js";
import { inTransaction } from "../../database/transaction.js";
import { DAY, now } from "../../lib/clock.js";
import { CREDENTIAL_KINDS } from "../../models/credential-kinds.js";
import { endSessions } from "../../models/end-sessions.js";
import { removeWords } from "../../models/lists/search-words.js";
import { IDEMPOTENCY_MS } from "../../models/idempotency-keys.js";
import { anonymiseDeletedAccounts } from "./anonymise.js";
import { ACTIVITY_DAYS } from "../audit/activities.js";
import { EVENT_DAYS } from "../events/retention.js";
import { cleanUpImports } from "../import/import-cleanup.js";
import { removeOrphanedLogos } from "../administration/logo-files.js";
import { removeOrphanedAvatars } from "../profile/avatars.js";
import { MaintenanceBudget } from "../../lib/maintenance-budget.js";
import { withoutCredentials } from "../oauth/self-described/unused-clients.js";
import { KEPT_FOR_HINTS } from "../oauth/openid/signing-keys.js";
import type { Services } from "../services.js";
import { erasePayloads } from "../webhooks/payloads.js";
import { NETWORK_DAYS } from "../sessions/sign-in-networks.js";

interface Retention {
  /** The primary key. */
  key: string;
  /** The column that the age of a row is counted from. */
  column: string;
  /** Milliseconds that a row is kept after that. */
  keepMs: number;
  /** Leaves out rows that are kept for another reason. */
  only?: (rows: Knex.QueryBuilder, database: Knex) => Knex.QueryBuilder;
  /** The table, if it has several rules. */
  table?: string;
}

const CREDENTIALS = Object.fromEntries(
  Object.entries(CREDENTIAL_KINDS).map(([table, { key, expiry, keepMs }]) => [
    table,
    { key, column: expiry, keepMs },
  ]),
);

/** Retention by table. Clients come last, after the tables that reference them. */
const RETENTION: Record<string, Retention> = {
  activity_log: { key: "id", column: "created_at", keepMs: ACTIVITY_DAYS * DAY },
  events: { key: "seq", column: "occurred_at", keepMs: EVENT_DAYS * DAY },
  webhook_deliveries: { key: "id", column: "created_at", keepMs: EVENT_DAYS * DAY },
  mails: { key: "id", column: "created_at", keepMs: 7 * DAY },
  ...CREDENTIALS,
  organisation_invitations: { key: "id", column: "expires_at", keepMs: 7 * DAY },
  oauth_signing_keys: { key: "id", column: "ends_at", keepMs: KEPT_FOR_HINTS },
  // a grant is renewed for 90 days
  oauth_logins: { key: "family_id", column: "created_at", keepMs: 120 * DAY },
  oauth_assertions: { key: "id_hash", column: "expires_at", keepMs: 0 },
  kept_addresses: { key: "id_hash", column: "expires_at", keepMs: 0 },
  oauth_pushed_requests: { key: "uri_hash", column: "expires_at", keepMs: 0 },
  idempotency_keys: { key: "id", column: "created_at", keepMs: IDEMPOTENCY_MS },
  sign_in_networks: { key: "user_id", column: "last_used_at", keepMs: NETWORK_DAYS * DAY },
  two_factor_device_failures: { key: "user_id", column: "updated_at", keepMs: 30 * DAY },
  // without its row, the document of a deleted client would bring it back
  oauth_clients: {
    key: "id",
    column: "revoked_at",
    keepMs: 30 * DAY,
    only: (rows, database) => withoutCredentials(database, rows.whereNull("document_url")),
  },
  "oauth_clients (with a document, not in use)": {
    table: "oauth_clients",
    key: "id",
    column: "document_fetched_at",
    keepMs: DAY,
    only: (rows, database) => withoutCredentials(database, rows.whereNull("revoked_at")),
  },
  "oauth_clients (registered themselves, not in use)": {
    table: "oauth_clients",
    key: "id",
    column: "created_at",
    keepMs: DAY,
    only: (rows, database) => withoutCredentials(database, rows.where("registered_itself", true)),
  },
};

/** Rows that are found together. */
const BATCH = 1000;
/** Rows per statement, so that locks are held briefly, and SQLite blocks the event loop for a few milliseconds. */
const DELETED_TOGETHER = 100;

/** Deletes rows after their retention and anonymises deleted accounts. @returns table → number of rows */
export async function prune(
  services: Services,
  budget = new MaintenanceBudget(),
): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  await deleteDays(services.knex, now() - ACTIVITY_DAYS * DAY);
  for (const [name, retention] of Object.entries(RETENTION))
    deleted[name] = await deleteExpired(services, { table: name, ...retention }, budget);
  deleted["webhook_deliveries (erased)"] = await erasePayloads(services.knex, budget);
  deleted["users (anonymised)"] = await anonymiseDeletedAccounts(services, budget);
  deleted["avatars (without an account)"] = await removeOrphanedAvatars(services, budget);
  deleted["logos (not in use)"] = await removeOrphanedLogos(services, budget);
  deleted["files of imports"] = await cleanUpImports(services);
  return deleted;
}

async function deleteExpired(
  { knex, reads }: Services,
  { table, key, column, keepMs, only = (rows) => rows }: Retention & { table: string },
  budget: MaintenanceBudget,
): Promise<number> {
  const expired = (database: Knex): Knex.QueryBuilder =>
    only(database(table).where(column, "<", now() - keepMs), database);
  let deleted = 0;
  while (!budget.isOver) {
    const keys = await reads.run(
      async (reader) => (await expired(reader).limit(BATCH).pluck(key)) as (string | Buffer)[],
      { isPatient: true },
    );
    for (let start = 0; start < keys.length; start += DELETED_TOGETHER) {
      // the condition is repeated, because a row may have been extended since it was read
      const some = keys.slice(start, start + DELETED_TOGETHER);
      const doomed = (database: Knex): Knex.QueryBuilder => expired(database).whereIn(key, some);
      deleted += await deleteRows(knex, table, doomed);
      await budget.pause();
    }
    if (keys.length < BATCH) break;
  }
  return deleted;
}

function deleteRows(knex: Knex, table: string, rows: (database: Knex) => Knex.QueryBuilder): Promise<number> {
  if (table === "personal_access_tokens") return inTransaction(knex, (trx) => deleteTokens(trx, rows(trx)));
  if (table === "sessions") return inTransaction(knex, (trx) => endSessions(trx, rows(trx)));
  return rows(knex).del() as unknown as Promise<number>;
}

async function deleteTokens(trx: Knex.Transaction, doomed: Knex.QueryBuilder): Promise<number> {
  const ids = (await doomed.forUpdate().pluck("id")) as string[];
  await removeWords(trx, ["tokens"], ids);
  return trx("personal_access_tokens").whereIn("id", ids).del();
}
