// JavaScript, because a worker thread starts without the TypeScript loader that tests run under.
// @ts-check
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";

const require = createRequire(import.meta.url);

/** Waiting blocks only this thread. Readers wait only while another process recovers or locks the whole file. */
const BUSY_TIMEOUT_MS = 1000;
const MAX_STATEMENTS = 500;
/** The event loop has priority where the threads share a core. */
const NICE_INCREMENT = 10;

/**
 * @typedef {{ reader: boolean, raw(): Statement, columns(): { name: string }[], all(bindings: unknown[]): unknown[][] }} Statement
 * @typedef {{ statement: Statement, columns: string[] }} Prepared
 * @typedef {{ prepare(sql: string): Statement, exec(sql: string): void, close(): void }} Connection
 * @typedef {{ sql: string, bindings: unknown[] }} Query
 */

/** @type {Map<string, Prepared>} */
const prepared = new Map();
/** @type {Connection | undefined} */
let database;

const { filename } = /** @type {{ filename: string }} */ (workerData);
// Linux has a priority per thread; elsewhere this would lower that of the process
if (process.platform === "linux") setPriority(NICE_INCREMENT);

parentPort?.on("message", (/** @type {Query | null} */ query) => {
  if (query === null) {
    database?.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(answer(query));
});

/** @param {Query} query */
function answer({ sql, bindings }) {
  try {
    const found = prepare(sql, (database ??= open()));
    const rows = found.statement.all(bindings.map(asBuffer));
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
  const known = prepared.get(sql);
  if (known) return known;
  const statement = connection.prepare(sql);
  if (!statement.reader) throw new Error("Only statements that return rows can be read in a thread.");
  const made = { statement: statement.raw(), columns: namesOf(statement) };
  if (prepared.size < MAX_STATEMENTS) prepared.set(sql, made);
  return made;
}

/** @param {Statement} statement */
const namesOf = (statement) => statement.columns().map(({ name }) => name);

/** A Buffer arrives as a plain array of bytes. @param {unknown} value */
const asBuffer = (value) =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
