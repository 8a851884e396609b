import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import type { RawDatabase, Statement } from "./sqlite-statements.js";

/** The first copy of the header of the wal-index, which a commit writes last (sqlite.org/walformat.html, 2.1). */
const HEADER_BYTES = 48;
/** Where it counts transactions, in 32 bits and the byte order of the machine. */
const TRANSACTIONS_AT = 8;
const transactionsOf = (header: Buffer): number => header.readUInt32LE(TRANSACTIONS_AT);

/**
 * Tells whether anything was committed to the database since the last call, by this process or another one.
 *
 * In WAL mode each commit changes the header of the wal-index, the file `….sqlite-shm`, before anyone can see the commit.
 * Only the equality of the bytes matters: bytes that are read while they are written differ, too, and all is read again.
 * Without that file, `PRAGMA data_version` is asked, which returns another number after each commit of another connection
 * (sqlite.org/pragma.html) and takes four times as long.
 */
export class CommitWatch {
  private readonly version: Statement;
  private lastVersion: unknown;
  private readonly index: number | null;
  private header = Buffer.alloc(HEADER_BYTES);
  private lastHeader = Buffer.alloc(HEADER_BYTES);

  /** @param database a connection that doesn't write, open as long as this object is used */
  constructor(database: RawDatabase, filename: string) {
    this.version = database.prepare("PRAGMA data_version").raw();
    this.version.get([]); // opens the wal-index
    this.index = openToStay(`${filename}-shm`);
  }

  /** The first time, too. */
  hasCommit(): boolean {
    return this.index === null ? this.hasOtherVersion() : this.hasOtherHeader(this.index);
  }

  /**
   * Called after `hasCommit`, before this process commits.
   * @returns to be called after that commit, if it has written anything: whether it is the only one since, so that it counts as seen. Where another
   * byte order or a missing file prevents a clear answer, it is no.
   */
  beforeOwn(): () => boolean {
    const { index } = this;
    const before = transactionsOf(this.lastHeader);
    return () => {
      if (index === null || !this.reads(index)) return false;
      if (transactionsOf(this.header) !== (before + 1) % 2 ** 32) return false;
      this.swap();
      return true;
    };
  }

  private hasOtherHeader(index: number): boolean {
    if (this.reads(index) && this.header.equals(this.lastHeader)) return false;
    this.swap();
    return true;
  }

  /** Whether the file has a whole header. */
  private reads(index: number): boolean {
    return readSync(index, this.header, 0, HEADER_BYTES, 0) === HEADER_BYTES;
  }

  private swap(): void {
    [this.header, this.lastHeader] = [this.lastHeader, this.header];
  }

  private hasOtherVersion(): boolean {
    const [version] = this.version.get([])!;
    if (version === this.lastVersion) return false;
    this.lastVersion = version;
    return true;
  }
}

/** Descriptors by file. */
const open = new Map<string, number>();

/**
 * Opens the file for the life of the process. To close it would remove all locks that SQLite has on it for any connection
 * of this process (sqlite.org/howtocorrupt.html, 2.2). Only files that nobody can find any more are closed.
 * @returns its descriptor, or null if it doesn't exist
 */
function openToStay(filename: string): number | null {
  for (const [name, descriptor] of open)
    if (statSync(name, { throwIfNoEntry: false })?.ino !== fstatSync(descriptor).ino) {
      open.delete(name);
      closeSync(descriptor);
    }
  const known = open.get(filename);
  if (known !== undefined) return known;
  if (!statSync(filename, { throwIfNoEntry: false })) return null;
  const descriptor = openSync(filename, "r");
  open.set(filename, descriptor);
  return descriptor;
}
