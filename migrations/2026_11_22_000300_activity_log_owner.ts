import type { Knex } from "knex";
import { changeOnce, eachRow } from "../src/database/schema-change.js";
import { isSqlite } from "../src/database/table.js";

/** Events about an account that is neither the actor nor the subject. */
const ABOUT_OWNERS = ["login_failed", "token_created", "token_revoked"];

/** The columns of the log's filters. The index of a subject's id needs no type, because ids are unique across types. */
const INDEXES = [
  ["owner_id", "created_at"],
  ["subject_id", "created_at"],
  ["subject_type", "created_at"],
  ["event", "created_at"],
  ["ip_address", "created_at"],
  ["trace_id"],
];
const REPLACED = ["subject_type", "subject_id", "created_at"];

interface Row {
  id: string;
  event: string;
  actor_id: string | null;
  changes: string;
}

/**
 * Adds the owner of an event whose subject isn't an account. Without it, the rank of the owner couldn't restrict who
 * can see the event.
 */
export async function up(knex: Knex): Promise<void> {
  const type = isSqlite(knex) ? "text" : "char(36) character set ascii collate ascii_bin";
  await changeOnce(knex, `alter table activity_log add column owner_id ${type}`);
  for (const columns of INDEXES) await createIndex(knex, columns);
  await dropIndex(knex, REPLACED);
  await eachRow<Row>(
    () =>
      knex("activity_log")
        .whereIn("event", ABOUT_OWNERS)
        .whereNull("owner_id")
        .select("id", "event", "actor_id", "changes"),
    (row) => setOwner(knex, row),
  );
}

async function setOwner(knex: Knex, row: Row): Promise<void> {
  const owner_id = await ownerOf(knex, row);
  if (owner_id !== null) await knex("activity_log").where({ id: row.id }).update({ owner_id });
}

async function ownerOf(knex: Knex, { event, actor_id, changes }: Row): Promise<string | null> {
  const details = JSON.parse(changes) as { email?: string; owner_id?: string; user_id?: string };
  if (event === "token_created") return actor_id; // users create only their own tokens
  if (event === "token_revoked") return details.owner_id ?? details.user_id ?? null;
  const account = (await knex("users")
    .where({ email_key: details.email ?? "" })
    .first("id")) as { id: string } | undefined;
  return account?.id ?? null;
}

export async function down(knex: Knex): Promise<void> {
  await createIndex(knex, REPLACED);
  for (const columns of INDEXES) await dropIndex(knex, columns);
  // plain SQL, because knex would copy the whole table on SQLite
  await knex.raw("alter table activity_log drop column owner_id");
}

const indexName = (columns: readonly string[]): string => `activity_log_${columns.join("_")}_index`;

const createIndex = (knex: Knex, columns: readonly string[]): Promise<void> =>
  changeOnce(knex, `create index ${indexName(columns)} on activity_log (${columns.join(", ")})`);

const dropIndex = (knex: Knex, columns: readonly string[]): Promise<void> =>
  changeOnce(knex, `drop index ${indexName(columns)}${isSqlite(knex) ? "" : " on activity_log"}`);
