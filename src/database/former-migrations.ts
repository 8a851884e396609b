import type { Knex } from "knex";
import { changeOnce } from "./schema-change.js";
import { isSqlite } from "./table.js";

/** The migrations of versions before 0.1.0, which are the baseline now (docs/decisions/0042-baseline-of-the-schema.md). */
export const FORMER_MIGRATIONS = [
  "2026_11_01_000100_users",
  "2026_11_01_000200_roles_and_permissions",
  "2026_11_01_000300_personal_access_tokens",
  "2026_11_01_000400_oauth",
  "2026_11_01_000500_sessions",
  "2026_11_01_000600_password_resets",
  "2026_11_01_000700_two_factor",
  "2026_11_01_000800_settings_and_definitions",
  "2026_11_01_000900_rate_limits",
  "2026_11_01_001000_activity_log",
  "2026_11_01_001100_mails",
  "2026_11_21_000100_sessions_expiry",
  "2026_11_21_000200_token_expiry_notices",
  "2026_11_21_000300_token_search_key",
  "2026_11_22_000100_user_list_indexes",
  "2026_11_22_000300_activity_log_owner",
  "2026_11_22_000400_definitions_locale",
  "2026_11_22_000500_locks",
  "2026_11_22_000600_users_revocation",
  "2026_11_22_001000_token_kind",
  "2026_11_22_001010_token_scope_selection",
  "2026_11_22_002000_sign_in_networks",
  "2026_11_22_002010_two_factor_device_failures",
  "2026_11_22_002020_users_password_must_change",
  "2026_11_22_002030_users_email_version",
  "2026_11_22_003000_service_state",
  "2026_11_22_003010_mails_expiry_index",
  "2026_11_22_003020_users_avatar_index",
  "2026_11_22_003030_users_anonymised_at",
  "2026_11_22_003040_retention_indexes",
  "2026_11_22_004000_token_confirmation",
  "2026_11_22_004010_idempotency_keys",
  "2026_11_22_004020_client_role",
  "2026_11_22_005000_invitations",
  "2026_11_23_000000_last_login_index",
  "2026_11_23_000100_users_two_factor_required_at",
  "2026_11_23_000200_users_previous_login",
  "2026_11_23_001000_client_homepage",
  "2026_11_23_002000_client_logo",
  "2026_11_23_003000_list_orders",
  "2026_11_23_003000_passkeys",
  "2026_11_23_003010_list_index",
  "2026_11_23_003020_activity_counts",
  "2026_11_23_010000_signing_keys",
  "2026_11_23_010010_oauth_logins",
  "2026_11_23_010020_client_post_logout_redirect_uris",
  "2026_11_23_010030_client_options",
  "2026_11_23_010040_logout_notices",
  "2026_11_23_010050_oauth_assertions",
  "2026_11_23_010060_pushed_requests",
  "2026_11_23_011000_sign_in_providers",
  "2026_11_23_020000_users_password_imported",
  "2026_11_24_000000_access_token_bindings",
  "2026_11_24_000100_trace_ids",
  "2026_11_29_000000_parent_tokens",
  "2026_11_29_000100_kept_addresses",
  "2026_11_29_000200_provider_emails_are_verified",
  "2026_11_29_001000_search_words",
];
/** The first migration that isn't part of the baseline. It has kept its name. */
const AFTER_BASELINE = "2026_11_15_000100_users_password_changed_at";

/** The database is of an earlier version than those that `migrate` carries over. The message says what to do. */
export class TooOldDatabase extends Error {}

/**
 * Carries over a database of a version before 0.1.0, which has run all of its migrations: removes its unused index of the
 * lists, and records the baseline in place of the migrations. Any other database stays as it is.
 * @param completed the names of the migrations that have run
 * @param all the names of this version's
 * @throws TooOldDatabase when some of the former migrations are missing
 */
export async function carryOver(
  database: Knex,
  completed: readonly string[],
  all: readonly string[],
): Promise<void> {
  const missing = FORMER_MIGRATIONS.filter((name) => !completed.includes(name));
  if (missing.length === FORMER_MIGRATIONS.length) return;
  if (missing.length > 0)
    throw new TooOldDatabase(
      `The database lacks ${missing.length} migrations of the version before 0.1.0, the first is ${missing[0]}. ` +
        "Run migrate of that version first, then this one.",
    );
  await dropFormerIndex(database);
  const baseline = all.filter((name) => name < AFTER_BASELINE);
  const later = completed.filter((name) => !FORMER_MIGRATIONS.includes(name));
  await database.transaction(async (trx) => {
    await trx("migrations").del();
    for (const name of [...baseline, ...later])
      await trx("migrations").insert({ name, batch: 1, migration_time: new Date() });
  });
}

async function dropFormerIndex(database: Knex): Promise<void> {
  const columns = {
    users: ["list_state", "list_slot", "list_version", "list_status", "list_two_factor"],
    personal_access_tokens: ["list_state", "list_slot"],
  };
  for (const [table, names] of Object.entries(columns)) {
    await changeOnce(database, `drop index ${table}_list_state${isSqlite(database) ? "" : ` on ${table}`}`);
    for (const name of names) await changeOnce(database, `alter table ${table} drop column ${name}`);
  }
  for (const table of ["list_postings", "list_segments"]) await database.schema.dropTableIfExists(table);
}
