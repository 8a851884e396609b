import { availableParallelism } from "node:os";
import bcrypt from "bcryptjs";
import { HashingQueue, type QueueLimits } from "./hashing-queue.js";
import { HashRejected, isSlow, parseImportedHash, type ImportedHash } from "./imported-hashes.js";
import { readKeyedHash, signerKeyOf, withSecret } from "./keyed-hashes.js";
import { normalForm } from "../text/normal-form.js";

/** bcrypt reads 72 bytes; a longer password is rejected instead of cut. */
export const MAX_PASSWORD_BYTES = 72;
const ORDINARY: QueueLimits = {
  threads: Math.max(1, availableParallelism() - 1),
  waiting: 64,
  retryAfterMs: 1000,
  name: "hashing-network",
};
/** Of imported hashes that take seconds. */
const SLOW: QueueLimits = { threads: 1, waiting: 8, retryAfterMs: 10_000, name: "hashing-slow-network" };

/** The same normalisation on every surface, so that composed and decomposed characters are the same password. */
export const normalPassword = (password: string): string => normalForm(password, MAX_PASSWORD_BYTES);

const isWhole = (text: string): boolean =>
  text.isWellFormed() && !text.includes("\0") && Buffer.byteLength(text) <= MAX_PASSWORD_BYTES;

/** Whether bcrypt can read the whole string: no NUL, at most 72 bytes, no lone surrogate. */
export const isHashable = (password: string): boolean => isWhole(normalPassword(password));

/**
 * The text to compare. This service hashes the normal form; another application's hash (`$2y$`, `$2a$`) was made of
 * the text as typed. Null when bcrypt can't read it whole, which matches nothing.
 */
function comparable(password: string, hash: string): string | null {
  const spelling = isOwnHash(hash) ? normalPassword(password) : password;
  return isWhole(spelling) && isHashable(password) ? spelling : null;
}

const isOwnHash = (hash: string): boolean => hash.startsWith("$2b$");

/** A hash to compare with, and how the password becomes its input. */
interface Comparison {
  imported: ImportedHash;
  inputOf: (password: string) => string;
  /** What Firebase encrypts with the hash. */
  signerKey: Buffer | null;
}

/** Null when the hash was changed in the database to one that isn't allowed, or when its secret is missing. */
function comparisonOf(stored: string, secret: string | null): Comparison | null {
  const keyed = readKeyedHash(stored);
  try {
    const imported = parseImportedHash(stored);
    if (keyed === null) return { imported, inputOf: (password) => password, signerKey: null };
    if (secret === null) return null;
    return {
      imported,
      inputOf: (password) => withSecret(password, keyed.scheme, secret),
      signerKey: signerKeyOf(keyed.scheme, secret),
    };
  } catch (error) {
    if (error instanceof HashRejected) return null;
    throw error;
  }
}

/**
 * bcrypt in worker threads behind a bounded queue: hashing doesn't block the event loop, and a flood of sign-ins is
 * rejected instead of queued. One network gets at most a quarter of the queue, so that it can't block all others.
 * Imported hashes that take seconds wait in a queue of their own, one at a time.
 */
export class Passwords {
  private readonly ordinary: HashingQueue;
  private readonly slow = new HashingQueue(SLOW);
  /** A valid hash that no password matches in practice, for accounts that don't exist. */
  private readonly dummy: string;

  /** @param onWait receives for how many milliseconds an ordinary task waited for a thread */
  constructor(
    private readonly cost: number,
    onWait: (ms: number) => void = () => undefined,
  ) {
    this.ordinary = new HashingQueue(ORDINARY, onWait);
    this.dummy = `$2b$${String(cost).padStart(2, "0")}$${"abcdefghijklmnopqrstuu"}${"A".repeat(31)}`;
  }

  /**
   * @param ip of the client; none for a command
   * @throws ServiceBusy when the queue is full, TooManyAttempts when the network has used its share
   */
  hash(password: string, ip?: string): Promise<string> {
    if (!isHashable(password))
      throw new RangeError("The password is too long or has invalid characters for bcrypt.");
    return this.ordinary.of(ip, () =>
      this.ordinary.run<string>("hash", { password: normalPassword(password), cost: this.cost }),
    );
  }

  /**
   * Whether the password belongs to the hash. It always takes the work of one comparison at the current cost, with or
   * without a hash (`null`: unknown account) and whatever its cost and format, so that the time reveals nothing.
   * @param ip of the client
   * @throws ServiceBusy, TooManyAttempts
   */
  verify(password: string, stored: string | null, ip?: string): Promise<boolean> {
    const spelling = stored === null ? null : comparable(password, stored);
    const hash = stored === null || spelling === null ? this.dummy : stored;
    return this.ordinary.of(ip, async () => {
      if (await this.compare(spelling ?? "", hash)) return hash !== this.dummy;
      await this.equalizeTiming(hash);
      return false;
    });
  }

  /**
   * `verify` for a hash that was imported, which is of the password as typed. A wrong password also takes the work of
   * one comparison at the current cost, so that it isn't faster than an unknown account.
   * @param secret of the application, if the hash needs one
   * @throws ServiceBusy, TooManyAttempts
   */
  verifyImported(
    password: string,
    stored: string,
    ip?: string,
    secret: string | null = null,
  ): Promise<boolean> {
    const comparison = isWhole(password) && isHashable(password) ? comparisonOf(stored, secret) : null;
    const queue = comparison !== null && isSlow(comparison.imported) ? this.slow : this.ordinary;
    return queue.of(ip, async () => {
      if (comparison !== null && (await matches(password, comparison, queue))) return true;
      if (comparison?.imported.kind === "bcrypt") await this.equalizeTiming(comparison.imported.hash);
      else await this.compare("", this.dummy);
      return false;
    });
  }

  /** Whether the hash is another application's or has another cost, and is replaced at the next sign-in. */
  needsRehash(stored: string): boolean {
    return !isOwnHash(stored) || bcrypt.getRounds(stored) !== this.cost;
  }

  /** The number of ordinary tasks that wait for a thread. */
  get waiting(): number {
    return this.ordinary.waiting;
  }

  async close(): Promise<void> {
    await Promise.all([this.ordinary.close(), this.slow.close()]);
  }

  /** cost k + (k, k+1, … current-1) = one comparison at the current cost: 2^k + … = 2^current. */
  private async equalizeTiming(hash: string): Promise<void> {
    for (let cost = bcrypt.getRounds(hash); cost < this.cost; cost++)
      await this.compare("", this.dummy.replace(/^\$2b\$\d\d/, `$2b$${String(cost).padStart(2, "0")}`));
  }

  private compare(password: string, hash: string): Promise<boolean> {
    return this.ordinary.run<boolean>("compare", { password, hash });
  }
}

function matches(
  password: string,
  { imported, inputOf, signerKey }: Comparison,
  queue: HashingQueue,
): Promise<boolean> {
  const input = inputOf(password);
  return imported.kind === "bcrypt"
    ? queue.run<boolean>("compare", { password: imported.input(input), hash: imported.hash })
    : queue.run<boolean>("compareImported", { password: input, imported, signerKey });
}
