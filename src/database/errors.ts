interface DriverError {
  code?: string;
  errno?: number;
  name?: string;
  message?: string;
  /** SQLite's extended code; see sqlite-client.ts. */
  extendedCode?: string;
}

/** The driver's error. objection wraps it as `nativeError`. */
export function driverErrorOf(error: unknown): DriverError {
  let inner = (error ?? {}) as DriverError & { nativeError?: DriverError };
  while (typeof inner.nativeError === "object" && inner.nativeError !== inner) inner = inner.nativeError;
  return inner;
}

/** The database cancelled a statement or transaction in favour of another one. A repetition can succeed. */
export const CONFLICTS: readonly string[] = [
  "ER_LOCK_DEADLOCK", // also what Galera says when another node has committed a conflicting write
  "ER_LOCK_WAIT_TIMEOUT",
  "ER_CHECKREAD",
  "ER_ERROR_DURING_COMMIT",
  "ER_QUERY_INTERRUPTED", // by an administrator, or by Galera while it applies another node's write
  "ER_UNKNOWN_COM_ERROR", // a Galera node that is not, or not yet again, in the primary component has done nothing
  "SQLITE_BUSY",
  "SQLITE_LOCKED",
];

/** A connection to the database can't be opened, or is lost. */
const UNREACHABLE: readonly string[] = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "HANDSHAKE_SSL_ERROR",
  "HANDSHAKE_NO_SSL_SUPPORT",
  "PROTOCOL_CONNECTION_LOST",
  "PROTOCOL_SEQUENCE_TIMEOUT",
  "PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR",
  "PROTOCOL_ENQUEUE_AFTER_QUIT",
  "ER_ACCESS_DENIED_ERROR", // the password was changed while the service runs
  "ER_DBACCESS_DENIED_ERROR",
  "ER_CON_COUNT_ERROR",
  "ER_TOO_MANY_USER_CONNECTIONS",
  "ER_USER_LIMIT_REACHED",
  "ER_HOST_IS_BLOCKED",
  "ER_HOST_NOT_PRIVILEGED",
  "ER_SERVER_SHUTDOWN",
];

/** The database can't be reached, or can't read or write at the moment. */
export const OUTAGES: readonly string[] = [
  ...UNREACHABLE,
  "ER_OPTION_PREVENTS_STATEMENT", // a read-only replica after a failover
  "ER_READ_ONLY_MODE",
  "ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION",
  "ER_OPEN_AS_READONLY",
  "ER_DISK_FULL",
  "ER_RECORD_FILE_FULL",
  "ER_ERROR_ON_WRITE",
  "ER_ERROR_ON_READ",
  "ER_OUTOFMEMORY",
  "ER_OUT_OF_RESOURCES",
  "ER_GET_ERRNO", // "Got error … from storage engine"
  "ER_NOT_KEYFILE",
  "ER_CRASHED_ON_USAGE",
  "SQLITE_FULL",
  "SQLITE_CANTOPEN",
  "SQLITE_IOERR",
  "SQLITE_READONLY",
  "SQLITE_CORRUPT",
  "SQLITE_NOTADB",
  "SQLITE_PERM",
  "SQLITE_NOMEM",
  "SQLITE_PROTOCOL",
  "SQLITE_INTERRUPT",
];

/** Errors of MariaDB for which mysql2 has only a number: connection killed, statement timeout. */
export const OUTAGE_NUMBERS: readonly number[] = [1927, 1969];

/** SQLite's codes can have a suffix: SQLITE_IOERR_WRITE is an SQLITE_IOERR. */
const isOneOf = (codes: readonly string[], { code }: DriverError): boolean =>
  code !== undefined && codes.some((known) => code === known || code.startsWith(`${known}_`));

/** Whether the statement or transaction was cancelled because of another one and has left no changes. */
export const isConflict = (error: unknown): boolean => isOneOf(CONFLICTS, driverErrorOf(error));

/** Whether the database is temporarily unable to answer, which is 503 instead of 500. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const inner = driverErrorOf(error);
  if (isOneOf(CONFLICTS, inner) || isOneOf(OUTAGES, inner) || OUTAGE_NUMBERS.includes(inner.errno ?? 0))
    return true;
  return hasNoConnection(inner);
}

/** Whether there is no connection to the database. */
export function isDatabaseUnreachable(error: unknown): boolean {
  const inner = driverErrorOf(error);
  return isOneOf(UNREACHABLE, inner) || hasNoConnection(inner);
}

const hasNoConnection = ({ name, message = "" }: DriverError): boolean =>
  name === "KnexTimeoutError" ||
  (name === "Error" &&
    /Unable to acquire a connection|closed state|connection is closed|aborted/i.test(message));

/** Whether a unique index rejected the row. Works on every supported database. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, extendedCode } = driverErrorOf(error);
  return (
    code === "ER_DUP_ENTRY" ||
    extendedCode === "SQLITE_CONSTRAINT_UNIQUE" ||
    extendedCode === "SQLITE_CONSTRAINT_PRIMARYKEY"
  );
}

/** Whether a table or column is missing. */
export function isNotMigrated(error: unknown): boolean {
  const { code, message = "" } = driverErrorOf(error);
  return (
    code === "ER_NO_SUCH_TABLE" || code === "ER_BAD_FIELD_ERROR" || /no such (table|column)/.test(message)
  );
}

export const NOT_MIGRATED = "The database isn't up to date. Run: authdock migrate";

/** A sentence for an operator. Drivers repeat the statement before their reason, which helps nobody here. */
export function describeOutage(error: unknown): string {
  const { code, message = "" } = driverErrorOf(error);
  const reason = message.split(" - ").at(-1)!.trim() || (code ?? "no answer");
  return `The database isn't available: ${reason.replace(/\.$/, "")}.`;
}
