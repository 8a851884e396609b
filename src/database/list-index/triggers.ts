import type { Knex } from "knex";
import { isSqlite } from "../table.js";

/** The owner of a token in the form of `searchKey`, as far as an index can sort it. */
export const OWNER_KEY_LENGTH = 700;

/** Columns whose change takes a row out of the index until the upkeep indexes it again. */
const INDEXED = {
  users: ["search_key", "status", "two_factor_confirmed_at", "deleted_at", "created_at"],
  personal_access_tokens: ["search_key", "user_id", "owner_key", "revoked_at", "created_at"],
};
type Table = keyof typeof INDEXED;
const LISTS: Record<Table, string> = { users: "users", personal_access_tokens: "tokens" };
const NAMES = [
  ...["update", "delete"].flatMap((event) => Object.values(LISTS).map((list) => `${list}_list_${event}`)),
  "tokens_list_insert",
  "tokens_list_owner",
  "roles_list_insert",
  "roles_list_delete",
];

/**
 * Triggers take changed rows out of the index in the transaction of the change, whichever program makes it. The index
 * would otherwise miss writes of the previous release during an upgrade.
 */
export async function createTriggers(knex: Knex): Promise<void> {
  await dropTriggers(knex);
  for (const statement of isSqlite(knex) ? sqliteTriggers() : serverTriggers()) await knex.raw(statement);
}

export async function dropTriggers(knex: Knex): Promise<void> {
  for (const name of NAMES) await knex.raw(`drop trigger if exists ${name}`);
}

const RELEASE = (user: string): string =>
  `update users set list_slot = null where id = ${user} and list_slot is not null;
   update personal_access_tokens set list_slot = null where user_id = ${user} and list_slot is not null;`;
const OWNER = `update personal_access_tokens
   set list_slot = null, owner_key = substr(new.search_key, 1, ${OWNER_KEY_LENGTH}) where user_id = new.id;`;

function sqliteTriggers(): string[] {
  const tables = (Object.keys(LISTS) as Table[]).flatMap((table) => {
    const dead = `insert or ignore into list_dead_slots (list, slot) values ('${LISTS[table]}', old.list_slot);`;
    const columns = INDEXED[table];
    const changed = columns.map((name) => `new.${name} is not old.${name}`).join(" or ");
    return [
      `create trigger ${LISTS[table]}_list_update after update of ${["list_slot", ...columns].join(", ")} on ${table}
       when old.list_slot is not null and (new.list_slot is not old.list_slot or ${changed})
       begin ${dead}
       update ${table} set list_slot = null where id = new.id and list_slot = old.list_slot; end`,
      `create trigger ${LISTS[table]}_list_delete after delete on ${table}
       when old.list_slot is not null begin ${dead} end`,
    ];
  });
  return [
    ...tables,
    `create trigger tokens_list_insert after insert on personal_access_tokens begin
     update personal_access_tokens set owner_key =
       (select substr(search_key, 1, ${OWNER_KEY_LENGTH}) from users where id = new.user_id)
     where id = new.id; end`,
    `create trigger tokens_list_owner after update of search_key, deleted_at on users
     when new.search_key is not old.search_key or new.deleted_at is not old.deleted_at begin ${OWNER} end`,
    `create trigger roles_list_insert after insert on role_user begin ${RELEASE("new.user_id")} end`,
    `create trigger roles_list_delete after delete on role_user begin ${RELEASE("old.user_id")} end`,
  ];
}

function serverTriggers(): string[] {
  const tables = (Object.keys(LISTS) as Table[]).flatMap((table) => {
    const dead = `insert ignore into list_dead_slots (list, slot) values ('${LISTS[table]}', old.list_slot);`;
    const changed = INDEXED[table].map((name) => `not (new.${name} <=> old.${name})`).join(" or ");
    return [
      `create trigger ${LISTS[table]}_list_update before update on ${table} for each row
       if old.list_slot is not null and (not (new.list_slot <=> old.list_slot) or ${changed}) then
         ${dead}
         if new.list_slot <=> old.list_slot then set new.list_slot = null; end if;
       end if`,
      `create trigger ${LISTS[table]}_list_delete after delete on ${table} for each row
       if old.list_slot is not null then ${dead} end if`,
    ];
  });
  return [
    ...tables,
    `create trigger tokens_list_insert before insert on personal_access_tokens for each row
     set new.owner_key = (select substr(search_key, 1, ${OWNER_KEY_LENGTH}) from users where id = new.user_id)`,
    `create trigger tokens_list_owner after update on users for each row
     if not (new.search_key <=> old.search_key and new.deleted_at <=> old.deleted_at) then ${OWNER} end if`,
    `create trigger roles_list_insert after insert on role_user for each row begin ${RELEASE("new.user_id")} end`,
    `create trigger roles_list_delete after delete on role_user for each row begin ${RELEASE("old.user_id")} end`,
  ];
}
