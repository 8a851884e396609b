const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "PROTOCOL_CONNECTION_LOST",
  "PROTOCOL_SEQUENCE_TIMEOUT",
  "PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR",
  "PROTOCOL_ENQUEUE_AFTER_QUIT",
  "ER_CON_COUNT_ERROR",
  "ER_TOO_MANY_USER_CONNECTIONS",
  "ER_SERVER_SHUTDOWN",
  "ER_LOCK_DEADLOCK",
  "ER_LOCK_WAIT_TIMEOUT",
  "ER_OPTION_PREVENTS_STATEMENT", // read-only replica after a failover
  "ER_UNKNOWN_COM_ERROR", // a Galera node that is not in the primary component
  "SQLITE_BUSY",
  "SQLITE_LOCKED",
  "SQLITE_FULL",
  "SQLITE_CANTOPEN",
  "SQLITE_IOERR",
]);

/** "Connection was killed", which mysql2 knows by number only. */
const MARIADB_CONNECTION_KILLED = 1927;

/** Whether the database could not be asked: the request may succeed later, so it is 503 and not 500. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, errno, name, message } = error as {
    code?: string;
    errno?: number;
    name?: string;
    message?: string;
  };
  if (errno === MARIADB_CONNECTION_KILLED || (code !== undefined && UNREACHABLE.has(code))) return true;
  return (
    name === "KnexTimeoutError" ||
    /Unable to acquire a connection|closed state|connection is closed|aborted/i.test(
      name === "Error" ? (message ?? "") : "",
    )
  );
}

/** The column's unique index refused the row. Works on every supported database. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, nativeError, extendedCode } = error as {
    code?: string;
    nativeError?: unknown;
    extendedCode?: string;
  };
  if (nativeError !== undefined && nativeError !== error) return isUniqueViolation(nativeError);
  return (
    code === "ER_DUP_ENTRY" ||
    extendedCode === "SQLITE_CONSTRAINT_UNIQUE" ||
    extendedCode === "SQLITE_CONSTRAINT_PRIMARYKEY"
  );
}
