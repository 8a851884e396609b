import { spawn } from "node:child_process";
import { once } from "node:events";
import knex, { type Knex } from "knex";
import { migratingConfig } from "../../../src/database/knex-config.js";
import { migrate, runMigrations } from "../../../src/database/migrate.js";
import { schemaOf } from "./schema.js";
import { startOf } from "../app/built.js";

const AT = Date.UTC(2026, 0, 1);
const ID = "019a8f3c-6a1e-7c3b-9d52-000000000001";
/** The last migration before the one that fills in a column of existing rows. */
const BEFORE_ROWS = "2026_11_10_001400_search_words";

/** The schema after all migrations and the values that they filled in. */
export async function contentsOf(url: string): Promise<object> {
  return over(url, async (database) => ({
    schema: await schemaOf(database),
    migrations: await database("migrations").orderBy("id").pluck("name"),
    users: await database("users").select("id").whereNotNull("password_changed_at"),
    versions: await database("cache_versions").orderBy("name").select("name", "version"),
    lock: await database("migrations_lock").select("is_locked"),
  }));
}

/** Stops before the migration that fills in a column and inserts a row for it. */
export async function migrateToRows(url: string): Promise<void> {
  await over(url, async (database) => {
    for (let name = ""; name !== BEFORE_ROWS;)
      name = ((await database.migrate.up({ disableTransactions: true })) as [number, string[]])[1][0]!;
    await database("users").insert({
      id: ID,
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.test",
      password: "x",
      search_key: "ada",
      created_at: AT,
      updated_at: AT,
    });
  });
}

/** Runs the remaining migrations. @returns the number of their statements */
export const statementsLeft = (url: string): Promise<number> =>
  over(url, async (database) => {
    let answered = 0;
    database.on("query-response", () => answered++);
    await runMigrations(database);
    return answered;
  });

/** Kills a migration with SIGKILL after that many statements, then migrates again. */
export async function migrateKilledAfter(url: string, statements: number): Promise<void> {
  const parameters = [...startOf("test/fixtures/migrate-and-die.ts"), url, String(statements)];
  const runner = spawn(process.execPath, parameters, { stdio: ["ignore", "ignore", "inherit"] });
  const [code, signal] = (await once(runner, "close")) as [number | null, string | null];
  if (signal !== "SIGKILL") throw new Error(`The runner ended with ${code} before statement ${statements}.`);
  await migrate(url);
}

async function over<T>(url: string, work: (database: Knex) => Promise<T>): Promise<T> {
  const database = knex(migratingConfig(url));
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}
