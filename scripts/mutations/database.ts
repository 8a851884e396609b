import type { Mutation } from "./mutation.js";

const TRANSACTION = ["test/database/transaction.test.ts"];

/** Locks, unique indexes, collations, conflicts and transactions on both databases. */
export const DATABASE_MUTATIONS: readonly Mutation[] = [
  {
    name: "a locked account isn't locked on MariaDB",
    file: "src/domain/accounts/accounts.ts",
    search: `User.query(trx).findById(id).whereNull("deleted_at").forUpdate();`,
    replace: `User.query(trx).findById(id).whereNull("deleted_at");`,
    tests: ["test/api/auth/two-factor-challenge.test.ts"],
    database: "mariadb",
  },
  {
    name: "the shared lock of roles isn't taken on MariaDB",
    file: "src/database/transaction.ts",
    search: `.where({ name }).forShare().select("name");`,
    replace: `.where({ name }).select("name");`,
    tests: ["test/races/roles.test.ts"],
  },
  {
    name: "a violation of a unique index isn't recognised on MariaDB",
    file: "src/database/errors.ts",
    search: `code === "ER_DUP_ENTRY" ||`,
    replace: `code === "ER_DUP_KEY" ||`,
    tests: ["test/api/idempotency.test.ts"],
    database: "mariadb",
  },
  {
    name: "MariaDB finds similar letters and emoji",
    file: "src/database/table.ts",
    search: `? "utf8mb4_nopad_bin" :`,
    replace: `? "utf8mb4_unicode_ci" :`,
    tests: ["test/api/users/search.test.ts"],
    database: "mariadb",
  },
  {
    name: "a deadlock isn't repeated",
    file: "src/database/transaction.ts",
    search: `if (attempt === attempts || !isConflict(error)) throw error;`,
    replace: `if (attempt === attempts || isConflict(error)) throw error;`,
    tests: TRANSACTION,
  },
  {
    name: "failed work is committed",
    file: "src/database/transaction.ts",
    search: `await run(rollback).catch(() => undefined);`,
    replace: `await run(commit).catch(() => undefined);`,
    tests: TRANSACTION,
  },
  {
    name: "the transactions of MariaDB repeat their reads",
    file: "src/database/mysql/mysql-client.ts",
    search: `"SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",`,
    replace: `"SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ",`,
    tests: ["test/database/clients.test.ts"],
    database: "mariadb",
  },
  {
    name: "a transaction of SQLite that reads first fails at its first write",
    file: "src/database/sqlite/sqlite-client.ts",
    search: `if (query.sql === "BEGIN;") query.sql = "BEGIN IMMEDIATE;";`,
    replace: ``,
    tests: ["test/database/clients.test.ts"],
  },
];
