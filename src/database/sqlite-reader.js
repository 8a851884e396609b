// A process that reads an SQLite file for reader-process.ts. JavaScript, because it starts without the TypeScript loader
// that tests run under.
// @ts-check
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { constants, setPriority } from "node:os";

const require = createRequire(import.meta.url);

/** Readers wait only while another process recovers the file or locks all of it. */
const BUSY_TIMEOUT_MS = 1000;
const MAX_STATEMENTS = 500;

/**
 * @typedef {{ reader: boolean, raw(): Statement, columns(): { name: string }[], all(bindings: unknown[]): unknown[][] }} Statement
 * @typedef {{ statement: Statement, columns: string[] }} Prepared
 * @typedef {{ prepare(sql: string): Statement, exec(sql: string): void }} Connection
 * @typedef {{ sql: string, bindings: unknown[] }} Query
 */

/** @type {Map<string, Prepared>} */
const prepared = new Map();
/** @type {Connection | undefined} */
let database;
const filename = process.argv[2] ?? "";

// the service has priority where they share a core
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on("message", (/** @type {Query} */ query) => {
  process.send?.(answer(query), undefined, undefined, (error) => {
    if (error) process.exit();
  });
});
// the service ends it, also when it was killed; a signal to the process group must not interrupt its last requests
process.on("disconnect", () => process.exit());
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);

/** @param {Query} query */
function answer({ sql, bindings }) {
  try {
    const found = prepare(sql, (database ??= open()));
    const rows = found.statement.all(bindings);
    // a column was added since the statement was prepared
    if (rows[0] && rows[0].length !== found.columns.length) found.columns = namesOf(found.statement);
    return { columns: found.columns, rows };
  } catch (error) {
    prepared.delete(sql);
    const { message, code } = /** @type {Error & { code?: string }} */ (error);
    return { error: { message, code } };
  }
}

/** @returns {Connection} */
function open() {
  try {
    // the driver would create it
    if (!existsSync(filename)) throw new Error("The file doesn't exist.");
    const opened = new (require("libsql"))(filename);
    opened.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    opened.exec("PRAGMA query_only = ON");
    return opened;
  } catch (error) {
    const { code = "" } = /** @type {{ code?: string }} */ (error);
    throw Object.assign(/** @type {Error} */ (error), {
      code: code.startsWith("SQLITE_") ? code : "SQLITE_CANTOPEN",
    });
  }
}

/**
 * @param {string} sql
 * @param {Connection} connection
 * @returns {Prepared}
 */
function prepare(sql, connection) {
  const cached = prepared.get(sql);
  if (cached) return cached;
  const statement = connection.prepare(sql);
  if (!statement.reader) throw new Error("A reader runs only statements that return rows.");
  const entry = { statement: statement.raw(), columns: namesOf(statement) };
  if (prepared.size < MAX_STATEMENTS) prepared.set(sql, entry);
  return entry;
}

/** @param {Statement} statement */
const namesOf = (statement) => statement.columns().map(({ name }) => name);
