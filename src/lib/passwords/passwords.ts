import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import bcrypt from "bcryptjs";
import { Piscina } from "piscina";
import { HashRejected, parseImportedHash, type ImportedHash } from "./imported-hashes.js";
import { ServiceBusy, TooManyAttempts } from "../failures.js";
import { networkOf } from "../network/networks.js";
import { normalForm } from "../text/normal-form.js";
import { productFile } from "../product-files.js";

/** bcrypt reads 72 bytes; a longer password is rejected instead of cut. */
export const MAX_PASSWORD_BYTES = 72;
const MAX_WAITING = 64;
/** The most tasks of one network, running and waiting. */
const MAX_OF_NETWORK = MAX_WAITING / 4;
const RETRY_AFTER_MS = 1000;
const SHARE = { name: "hashing-network", limit: MAX_OF_NETWORK, windowMs: RETRY_AFTER_MS };

const workerFile = fileURLToPath(productFile("src/lib/passwords/bcrypt-worker.js"));

const startPool = (): Piscina =>
  new Piscina({
    filename: workerFile,
    minThreads: 1,
    maxThreads: Math.max(1, availableParallelism() - 1),
    maxQueue: MAX_WAITING,
    concurrentTasksPerWorker: 1,
    // requests have priority where hashing shares their core
    niceIncrement: 10,
  });

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

/** Null when the hash was changed in the database to one that isn't allowed. */
function parsedOrNull(stored: string): ImportedHash | null {
  try {
    return parseImportedHash(stored);
  } catch (error) {
    if (error instanceof HashRejected) return null;
    throw error;
  }
}

/**
 * bcrypt in worker threads behind a bounded queue: hashing doesn't block the event loop, and a flood of sign-ins is
 * rejected instead of queued. One network gets at most a quarter of the queue, so that it can't block all others.
 */
export class Passwords {
  private pool: Piscina | undefined;
  /** A valid hash that no password matches in practice, for accounts that don't exist. */
  private readonly dummy: string;
  /** Network → number of its running and waiting tasks. */
  private readonly ofNetwork = new Map<string, number>();

  /** @param onWait receives for how many milliseconds a task waited for a thread */
  constructor(
    private readonly cost: number,
    private readonly onWait: (ms: number) => void = () => undefined,
  ) {
    this.dummy = `$2b$${String(cost).padStart(2, "0")}$${"abcdefghijklmnopqrstuu"}${"A".repeat(31)}`;
  }

  /**
   * @param ip of the client; none for a command
   * @throws ServiceBusy when the queue is full, TooManyAttempts when the network has used its share
   */
  hash(password: string, ip?: string): Promise<string> {
    if (!isHashable(password))
      throw new RangeError("The password is too long or has invalid characters for bcrypt.");
    return this.queued(ip, () =>
      this.run<string>("hash", { password: normalPassword(password), cost: this.cost }),
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
    return this.queued(ip, async () => {
      if (await this.compare(spelling ?? "", hash)) return hash !== this.dummy;
      await this.equalizeTiming(hash);
      return false;
    });
  }

  /**
   * `verify` for a hash that was imported, which is of the password as typed. A wrong password also takes the work of
   * one comparison at the current cost, so that it isn't faster than an unknown account.
   * @throws ServiceBusy, TooManyAttempts
   */
  verifyImported(password: string, stored: string, ip?: string): Promise<boolean> {
    const imported = isWhole(password) && isHashable(password) ? parsedOrNull(stored) : null;
    const matches = async (): Promise<boolean> => {
      if (imported === null) return false;
      if (imported.kind === "bcrypt") return this.compare(password, imported.hash);
      return this.run<boolean>("compareImported", { password, imported });
    };
    return this.queued(ip, async () => {
      if (await matches()) return true;
      if (imported?.kind === "bcrypt") await this.equalizeTiming(imported.hash);
      else await this.compare("", this.dummy);
      return false;
    });
  }

  /** Whether the hash is another application's or has another cost, and is replaced at the next sign-in. */
  needsRehash(stored: string): boolean {
    return !isOwnHash(stored) || bcrypt.getRounds(stored) !== this.cost;
  }

  /** The number of tasks that wait for a thread. */
  get waiting(): number {
    return this.pool?.queueSize ?? 0;
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
  }

  /** cost k + (k, k+1, … current-1) = one comparison at the current cost: 2^k + … = 2^current. */
  private async equalizeTiming(hash: string): Promise<void> {
    for (let cost = bcrypt.getRounds(hash); cost < this.cost; cost++)
      await this.compare("", this.dummy.replace(/^\$2b\$\d\d/, `$2b$${String(cost).padStart(2, "0")}`));
  }

  private compare(password: string, hash: string): Promise<boolean> {
    return this.run<boolean>("compare", { password, hash });
  }

  private async queued<T>(ip: string | undefined, work: () => Promise<T>): Promise<T> {
    if (ip === undefined) return work();
    const network = networkOf(ip);
    const others = this.ofNetwork.get(network) ?? 0;
    if (others >= MAX_OF_NETWORK) throw new TooManyAttempts(RETRY_AFTER_MS, SHARE);
    this.ofNetwork.set(network, others + 1);
    try {
      return await work();
    } finally {
      this.leave(network);
    }
  }

  private leave(network: string): void {
    const left = this.ofNetwork.get(network)! - 1;
    if (left === 0) this.ofNetwork.delete(network);
    else this.ofNetwork.set(network, left);
  }

  private async run<T>(name: "hash" | "compare" | "compareImported", task: object): Promise<T> {
    const pool = (this.pool ??= startPool()); // started with the first task, so that commands without hashing start no thread
    if (pool.queueSize >= MAX_WAITING) throw new ServiceBusy(RETRY_AFTER_MS);
    const queuedAt = Date.now();
    const { result, startedAt } = (await pool.run(task, { name })) as { result: T; startedAt: number };
    this.onWait(Math.max(0, startedAt - queuedAt));
    return result;
  }
}
