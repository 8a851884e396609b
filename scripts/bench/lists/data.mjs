// Fills a database for lists.mjs. ALL EXISTING DATA IS DELETED. The rows are the same on every database.
import { randomBytes } from "node:crypto";

const DAY = 86_400_000;
const YEAR = 365 * DAY;
const FIRST = ["Ada", "Grace", "Edsger", "Barbara", "Şule", "Alan", "Margaret", "Linus"];
const LAST = ["Lovelace", "Hopper", "Dijkstra", "Liskov", "Yılmaz", "Turing", "Hamilton", "Torvalds"];
const AT_ONCE = 500;

/** @param models `User` and `searchText` of the build */
export async function fill(knex, { users, tokens }, { searchKey, searchText }) {
  const now = Date.now();
  const random = generator(7);
  const idAt = (ms) => uuid(ms, random);
  const roles = Object.fromEntries(
    (await knex("roles").select("name", "id")).map((row) => [row.name, row.id]),
  );
  const created = (number, count) => now - YEAR + Math.floor((number * YEAR) / (count + 1));
  const ids = Array.from({ length: users }, (_, index) => idAt(created(index, users)));
  const keyOf = (number) => searchKey({ id: ids[number], ...nameOf(number) });
  const ownerKey = (number) => [...keyOf(number)].slice(0, 700).join("");
  await without(knex, "users", () =>
    insert(knex, "users", users, (number) => {
      const name = nameOf(number);
      const at = created(number, users);
      return {
        id: ids[number],
        ...name,
        password: "",
        status: number % 97 === 5 ? "banned" : number % 97 === 6 ? "inactive" : "active",
        search_key: keyOf(number),
        two_factor_confirmed_at: number % 10 === 3 ? at : null,
        last_login_at: number % 5 === 4 ? null : at + Math.floor(((now - at) * ((number * 31) % 97)) / 97),
        deleted_at: number % 100 === 99 ? now - ((number * 13) % 60) * DAY : null,
        created_at: at,
        updated_at: at + Math.floor(((now - at) * ((number * 53) % 101)) / 101),
      };
    }),
  );
  await without(knex, "role_user", () =>
    insert(knex, "role_user", users, (number) =>
      number % 100 === 50
        ? null
        : {
            user_id: ids[number],
            role_id: roles[number % 5000 === 1 ? "system_admin" : number % 50 === 2 ? "admin" : "user"],
          },
    ),
  );
  await without(knex, "personal_access_tokens", () =>
    insert(knex, "personal_access_tokens", tokens, (number) => {
      const name = `${["deploy", "backup", "auth-token", "report"][number % 4]} ${(number * 31) % 9973}`;
      const at = created(number, tokens);
      return {
        id: idAt(at),
        user_id: ids[(number * 37) % users],
        name,
        search_key: searchText(name),
        owner_key: ownerKey((number * 37) % users),
        kind: "personal",
        token_hash: randomBytes(32),
        scopes: "[]",
        expires_at: at + 2 * YEAR,
        revoked_at: number % 50 === 49 || ((number * 37) % users) % 100 === 99 ? now : null,
        last_used_at: number % 3 === 0 ? null : at + 1000,
        created_at: at,
      };
    }),
  );
}

const nameOf = (number) => ({
  first_name: FIRST[number % FIRST.length],
  last_name: `${LAST[(number * 7) % LAST.length]} ${number}`,
  email: `user${(number * 7919) % 1_000_003}.${number}@example.test`,
});

export async function insert(knex, table, count, rowOf) {
  const started = performance.now();
  await knex.transaction(async (trx) => {
    for (let start = 0; start < count; start += AT_ONCE) {
      const rows = [];
      for (let number = start; number < Math.min(count, start + AT_ONCE); number++) {
        const row = rowOf(number);
        if (row) rows.push(row);
      }
      if (rows.length === 0) continue;
      const columns = Object.keys(rows[0]);
      const one = `(${columns.map(() => "?").join(",")})`;
      const values = rows.flatMap((row) => columns.map((name) => row[name]));
      await trx.raw(`insert into ${table} (${columns}) values ${rows.map(() => one).join(",")}`, values);
    }
  });
  console.error(`${table}: ${count} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Drops the table's indexes during the work, because one sorted build is faster than many insertions. */
export async function without(knex, table, work) {
  const isSqlite = knex.client.dialect === "sqlite3";
  const indexes = isSqlite
    ? await knex("sqlite_master")
        .where({ type: "index", tbl_name: table })
        .whereNotNull("sql")
        .select("name", "sql")
    : await serverIndexes(knex, table);
  const dropped = [];
  for (const index of indexes)
    try {
      await knex.raw(`drop index ${index.name}${isSqlite ? "" : ` on ${table}`}`);
      dropped.push(index);
    } catch {
      // a foreign key needs it
    }
  await work();
  if (isSqlite) for (const { sql } of dropped) await knex.raw(sql);
  else if (dropped.length > 0) {
    const added = dropped.map(({ name, columns, unique }) => `add ${unique} index ${name} (${columns})`);
    await knex.raw(`alter table ${table} ${added.join(", ")}`).options({ timeout: 0 });
  }
  await knex.raw(isSqlite ? `analyze ${table}` : `analyze table ${table}`).options({ timeout: 0 });
}

async function serverIndexes(knex, table) {
  const [rows] = await knex.raw(
    "select index_name as name, group_concat(column_name order by seq_in_index) as columns, min(non_unique) as non_unique" +
      " from information_schema.statistics where table_schema = database() and table_name = ? and index_name <> 'PRIMARY'" +
      " group by index_name",
    [table],
  );
  return rows.map((row) => ({ ...row, unique: Number(row.non_unique) === 0 ? "unique" : "" }));
}

function uuid(ms, random) {
  const time = ms.toString(16).padStart(12, "0");
  const a = random().toString(16).padStart(8, "0");
  const b = random().toString(16).padStart(8, "0");
  const c = random().toString(16).padStart(8, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${a.slice(0, 3)}-8${a.slice(3, 6)}-${b}${c.slice(0, 4)}`;
}

/** xorshift: the same numbers in every run. */
function generator(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
