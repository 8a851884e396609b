export interface DriverError extends Error {
  code?: string;
  errno?: number;
  extendedCode?: string;
}

/**
 * Whether the error concerns only the statement. After others, above all SQLITE_BUSY, SQLite waits for the statement
 * to be reset, which libsql doesn't do, and later writes of the connection would stay uncommitted. The connection is
 * also replaced after the file was replaced or repaired.
 */
export const isOfStatement = ({ code = "" }: DriverError): boolean =>
  code === "SQLITE_ERROR" || code.startsWith("SQLITE_CONSTRAINT") || !code.startsWith("SQLITE_");

/** objection's db-errors knows only node-sqlite3's code, errno and message prefix. */
export function asNodeSqlite3(error: DriverError): DriverError {
  if (!error.code?.startsWith("SQLITE_CONSTRAINT")) return error;
  error.extendedCode = error.code;
  error.message = `SQLITE_CONSTRAINT: ${error.message}`;
  error.code = "SQLITE_CONSTRAINT";
  error.errno = 19;
  return error;
}
