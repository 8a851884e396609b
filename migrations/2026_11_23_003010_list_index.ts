import type { Knex } from "knex";
import { INDEXED_LISTS, SOURCES } from "../src/database/list-index/sources.js";
import { createTriggers, dropTriggers, OWNER_KEY_LENGTH } from "../src/database/list-index/triggers.js";
import { maintainListIndex } from "../src/database/list-index/upkeep.js";
import { changeOnce } from "../src/database/schema-change.js";
import { createTable, isSqlite } from "../src/database/table.js";
import { fieldsInOneText } from "../src/lib/search.js";

const TOKENS = "personal_access_tokens";
const BY_OWNER = `${TOKENS}_revoked_at_owner_key_id_index`;
const BATCH = 2000;

/**
 * Adds the index that counts and searches the lists of users and tokens, and fills it. Fields of the searched text now
 * follow a line feed, so that the start of a field can be searched.
 */
export async function up(knex: Knex): Promise<void> {
  await createTables(knex);
  await knex("locks").insert({ name: "list_index", taken: 0 }).onConflict("name").ignore();
  for (const list of INDEXED_LISTS) {
    const { table, endedAt } = SOURCES[list];
    await changeOnce(knex, `alter table ${table} add column list_slot bigint`);
    await changeOnce(knex, `create index ${table}_list_slot on ${table} (${endedAt}, list_slot, created_at)`);
  }
  await changeOnce(knex, `alter table ${TOKENS} add column owner_key varchar(${OWNER_KEY_LENGTH})`);
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
  await changeOnce(knex, `create index ${BY_OWNER} on ${TOKENS} (revoked_at, owner_key, id)`);
  await createTriggers(knex);
  for (const list of INDEXED_LISTS) while (await maintainListIndex(knex, list));
}

async function createTables(knex: Knex): Promise<void> {
  await createTable(knex, "list_segments", (table) => {
    table.string("list", 8).notNullable();
    table.integer("id").notNullable();
    table.bigInteger("stamp").notNullable();
    table.integer("size").notNullable();
    table.bigInteger("first_created_at").notNullable();
    table.bigInteger("last_created_at").notNullable();
    table.integer("dead_count").notNullable().defaultTo(0);
    table.specificType("dead", isSqlite(knex) ? "blob" : "mediumblob");
    table.primary(["list", "id"]);
  });
  await createTable(knex, "list_postings", (table) => {
    table.string("list", 8).notNullable();
    table.smallint("bucket").notNullable();
    table.integer("segment").notNullable();
    table.specificType("data", isSqlite(knex) ? "blob" : "mediumblob").notNullable();
    table.primary(["list", "bucket", "segment"]);
    table.index(["list", "segment"]);
  });
  await createTable(knex, "list_dead_slots", (table) => {
    table.string("list", 8).notNullable();
    table.bigInteger("slot").notNullable();
    table.primary(["list", "slot"]);
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
      .where({ id })
      .update({ search_key: fieldsInOneText([first_name, last_name, email, id]) });
}

const setOwners = (knex: Knex, after: string, last: string): PromiseLike<number> =>
  knex("personal_access_tokens")
    .where("user_id", ">", after)
    .where("user_id", "<=", last)
    .update({
      owner_key: knex.raw(
        `(select substr(users.search_key, 1, ${OWNER_KEY_LENGTH}) from users where users.id = user_id)`,
      ),
    });

export async function down(knex: Knex): Promise<void> {
  await dropTriggers(knex);
  for (const list of INDEXED_LISTS) {
    const { table } = SOURCES[list];
    await changeOnce(knex, `drop index ${table}_list_slot${isSqlite(knex) ? "" : ` on ${table}`}`);
    await changeOnce(knex, `alter table ${table} drop column list_slot`);
  }
  await changeOnce(knex, `drop index ${BY_OWNER}${isSqlite(knex) ? "" : ` on ${TOKENS}`}`);
  await changeOnce(knex, `alter table ${TOKENS} drop column owner_key`);
  for (const table of ["list_segments", "list_postings", "list_dead_slots"])
    await knex.schema.dropTable(table);
  await knex("locks").where({ name: "list_index" }).del();
}
