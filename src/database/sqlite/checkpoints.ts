import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The driver's interface whose statements run in a thread of its own. */
interface AsyncDatabase {
  exec(sql: string): Promise<void>;
  close(): void;
}

/**
 * Copies what the write-ahead log has got since the last call into the file (sqlite.org/wal.html, "Checkpointing"), outside the
 * event loop and without waiting for anyone. SQLite would do it during a commit and sync the file twice, which delays
 * all requests by some milliseconds.
 * @param filename of a database that is in use
 */
export function checkpoints(filename: string): () => Promise<void> {
  let copied = 0;
  return async () => {
    const written = statSync(`${filename}-wal`, { throwIfNoEntry: false })?.mtimeMs;
    // the driver would create a file that is missing
    if (written === undefined || written === copied || !existsSync(filename)) return;
    copied = written;
    const Libsql = require("libsql/promise") as new (file: string) => AsyncDatabase;
    const database = new Libsql(filename);
    try {
      await database.exec("PRAGMA wal_checkpoint(PASSIVE)");
    } finally {
      database.close();
    }
  };
}
