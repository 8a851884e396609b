import type { Knex } from "knex";
import { DAY, now } from "../../lib/clock.js";
import { anonymiseDeletedAccounts } from "./anonymise.js";
import { ACTIVITY_DAYS } from "../audit/record.js";
import { removeOrphanedAvatars } from "../profile/avatars.js";
import { Round } from "../../lib/round.js";
import type { Services } from "../services.js";
import { NETWORK_DAYS } from "../sessions/sign-in-networks.js";

interface Retention {
  /** What the rows are told apart by. */
  key: string;
  /** The column that ages a row. */
  column: string;
  /** How long after that it is kept. */
  keepMs: number;
  /** Tables whose rows would go with the client that they name: it waits for them. */
  namedBy?: readonly string[];
}

const OF_CLIENTS = [
  "oauth_access_tokens",
  "oauth_refresh_tokens",
  "oauth_authorization_codes",
  "oauth_device_codes",
];
const CREDENTIALS = { column: "expires_at", keepMs: 30 * DAY };

/** Of each table; the clients come last, after what names them. */
const RETENTION: Record<string, Retention> = {
  activity_log: { key: "id", column: "created_at", keepMs: ACTIVITY_DAYS * DAY },
  mails: { key: "id", column: "created_at", keepMs: 7 * DAY },
  personal_access_tokens: { key: "id", ...CREDENTIALS },
  oauth_access_tokens: { key: "id", ...CREDENTIALS },
  // a spent one tells of theft for as long as its grant may live, which it never outlives
  oauth_refresh_tokens: { key: "id", ...CREDENTIALS, column: "family_expires_at" },
  oauth_authorization_codes: { key: "id", ...CREDENTIALS },
  oauth_device_codes: { key: "id", ...CREDENTIALS },
  sessions: { key: "id", column: "expires_at", keepMs: 0 },
  password_resets: { key: "token_hash", ...CREDENTIALS },
  two_factor_challenges: { key: "challenge_hash", ...CREDENTIALS },
  sign_in_networks: { key: "user_id", column: "last_used_at", keepMs: NETWORK_DAYS * DAY },
  two_factor_device_failures: { key: "user_id", column: "updated_at", keepMs: 30 * DAY },
  oauth_clients: { key: "id", column: "revoked_at", keepMs: 30 * DAY, namedBy: OF_CLIENTS },
};

/** Rows deleted at once: whoever waits for one of them waits briefly. */
const BATCH = 1000;

/** Deletes what has outlived its retention and anonymises the deleted. @returns table → rows */
export async function prune(services: Services, round = new Round()): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  for (const [table, retention] of Object.entries(RETENTION))
    deleted[table] = await deleteOutlived(services.knex, table, retention, round);
  deleted["users (anonymised)"] = await anonymiseDeletedAccounts(services, round);
  deleted["avatars (without an account)"] = await removeOrphanedAvatars(services, round);
  return deleted;
}

async function deleteOutlived(
  knex: Knex,
  table: string,
  { key, column, keepMs, namedBy = [] }: Retention,
  round: Round,
): Promise<number> {
  const outlived = (): Knex.QueryBuilder => {
    const query = knex(table).where(column, "<", now() - keepMs);
    for (const other of namedBy) query.whereNotExists(knex(other).whereRaw(`client_id = ${table}.id`));
    return query;
  };
  let deleted = 0;
  while (!round.isOver) {
    const keys = (await outlived().limit(BATCH).pluck(key)) as (string | Buffer)[];
    // asked once more: what was prolonged meanwhile stays
    if (keys.length > 0) deleted += await outlived().whereIn(key, keys).del();
    if (keys.length < BATCH) break;
    await round.pause();
  }
  return deleted;
}
