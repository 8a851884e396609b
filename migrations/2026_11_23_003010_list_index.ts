import type { Knex } from "knex";
import { changeOnce } from "../src/database/schema-change.js";
import { createTable, isSqlite } from "../src/database/table.js";
import { fieldsInOneText } from "../src/lib/text/search.js";

/** Longer texts can't be sorted by an index. */
const OWNER_KEY_LENGTH = 700;
const OWNER_KEY = `substr(users.search_key, 1, ${OWNER_KEY_LENGTH})`;
const TOKENS = "personal_access_tokens";
const BY_OWNER = `${TOKENS}_revoked_at_owner_key_id_index`;

/**
 * The slot of a row in the index, and the values that tell whether the row has changed since it was indexed.
 * `list_state` is null while they match, otherwise the slot that has become invalid, or -1 for a row without a slot.
 */
const COLUMNS: [table: string, name: string, type: string][] = [
  ["users", "list_slot", "bigint"],
  ["users", "list_version", "int"],
  ["users", "list_status", "varchar(32)"],
  ["users", "list_two_factor", "smallint"],
  [
    "users",
    "list_state",
    `bigint generated always as (case
       when deleted_at is not null then list_slot
       when list_slot is null then -1
       when version = list_version and (two_factor_confirmed_at is not null or passkey_count > 0) = list_two_factor
         and (status = list_status or (status is null and list_status is null)) then null
       else list_slot end) virtual`,
  ],
  [TOKENS, "list_slot", "bigint"],
  [
    TOKENS,
    "list_state",
    `bigint generated always as (case
       when revoked_at is not null then list_slot when list_slot is null then -1 end) virtual`,
  ],
  [TOKENS, "owner_key", `varchar(${OWNER_KEY_LENGTH})`],
];
const BATCH = 2000;
const STATES = ["users", TOKENS];

/**
 * Adds an index that counts and searches the lists of users and tokens, which a later migration replaces. Fields of the searched text now
 * follow a line feed, so that the start of a field can be searched.
 */
export async function up(knex: Knex): Promise<void> {
  await createTables(knex);
  await knex("locks").insert({ name: "list_index", taken: 0 }).onConflict("name").ignore();
  for (const [table, name, type] of COLUMNS)
    await changeOnce(knex, `alter table ${table} add column ${name} ${type}`);
  for (let after = ""; ;) {
    const ids = (await knex("users")
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .pluck("id")) as string[];
    const last = ids.at(-1);
    if (last === undefined) break;
    await separateFields(knex, after, last);
    await setOwners(knex, after, last);
    after = last;
  }
  for (const table of STATES)
    await changeOnce(knex, `create index ${table}_list_state on ${table} (list_state, list_slot)`);
  await changeOnce(knex, `create index ${BY_OWNER} on ${TOKENS} (revoked_at, owner_key, id)`);
}

async function createTables(knex: Knex): Promise<void> {
  const blob = isSqlite(knex) ? "blob" : "mediumblob";
  await createTable(knex, "list_segments", (table) => {
    table.string("list", 8).notNullable();
    table.integer("id").notNullable();
    table.bigInteger("stamp").notNullable();
    table.integer("size").notNullable();
    table.bigInteger("first_created_at").notNullable();
    table.bigInteger("last_created_at").notNullable();
    table.integer("dead_count").notNullable().defaultTo(0);
    table.specificType("dead", blob);
    table.bigInteger("written_at").notNullable();
    table.primary(["list", "id"]);
  });
  await createTable(knex, "list_postings", (table) => {
    table.string("list", 8).notNullable();
    table.smallint("bucket").notNullable();
    table.integer("segment").notNullable();
    table.specificType("data", blob).notNullable();
    table.primary(["list", "bucket", "segment"]);
    table.index(["list", "segment"]);
  });
}

interface Row {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
}

/** One statement for all ASCII texts of a batch; the database can't fold others. */
async function separateFields(knex: Knex, after: string, last: string): Promise<void> {
  const all = "concat(first_name, last_name, email)";
  const isAscii = isSqlite(knex)
    ? `length(cast(${all} as blob)) = length(${all})`
    : `length(${all}) = char_length(${all})`;
  const within = (): Knex.QueryBuilder => knex("users").where("id", ">", after).where("id", "<=", last);
  await within()
    .whereRaw(isAscii)
    .update({
      search_key: knex.raw("concat(?, lower(first_name), ?, lower(last_name), ?, email, ?, id)", [
        "\n",
        "\n",
        "\n",
        "\n",
      ]),
    });
  const others = (await within()
    .whereRaw(`not (${isAscii})`)
    .select("id", "first_name", "last_name", "email")) as Row[];
  for (const { id, first_name, last_name, email } of others)
    await knex("users")
      .where({ id, first_name, last_name, email })
      .update({ search_key: fieldsInOneText([first_name, last_name, email, id]) });
}

const setOwners = (knex: Knex, after: string, last: string): PromiseLike<number> =>
  knex(TOKENS)
    .where("user_id", ">", after)
    .where("user_id", "<=", last)
    .update({
      owner_key: knex.raw(`(select ${OWNER_KEY} from users where users.id = user_id)`),
    });

export async function down(knex: Knex): Promise<void> {
  const on = (table: string): string => (isSqlite(knex) ? "" : ` on ${table}`);
  await changeOnce(knex, `drop index ${BY_OWNER}${on(TOKENS)}`);
  for (const table of STATES) await changeOnce(knex, `drop index ${table}_list_state${on(table)}`);
  for (const [table, name] of [...COLUMNS].reverse())
    await changeOnce(knex, `alter table ${table} drop column ${name}`);
  for (const table of ["list_segments", "list_postings"]) await knex.schema.dropTableIfExists(table);
  await knex("locks").where({ name: "list_index" }).del();
}
