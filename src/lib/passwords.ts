import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import bcrypt from "bcryptjs";
import { Piscina } from "piscina";
import { ServiceBusy, TooManyAttempts } from "./failures.js";
import { networkOf } from "./networks.js";

/** bcrypt reads 72 bytes; what is longer is refused, never cut. */
export const MAX_PASSWORD_BYTES = 72;
const MAX_WAITING = 64;
/** Of one network, under way and waiting. */
const MAX_OF_NETWORK = MAX_WAITING / 4;
const RETRY_AFTER_MS = 1000;
const SHARE = { name: "hashing-network", limit: MAX_OF_NETWORK, windowMs: RETRY_AFTER_MS };

const workerFile = fileURLToPath(new URL("./bcrypt-worker.js", import.meta.url));

const startPool = (): Piscina =>
  new Piscina({
    filename: workerFile,
    minThreads: 1,
    maxThreads: Math.max(1, availableParallelism() - 1),
    maxQueue: MAX_WAITING,
    concurrentTasksPerWorker: 1,
    // requests come first where hashing shares their core
    niceIncrement: 10,
  });

/** One normaliser for every surface: what is typed composed or decomposed is one password. */
const normalize = (password: string): string => password.normalize("NFC");

const isWhole = (text: string): boolean =>
  text.isWellFormed() && !text.includes("\0") && Buffer.byteLength(text) <= MAX_PASSWORD_BYTES;

/** A string that bcrypt can take whole: no NUL, at most 72 bytes, no lone surrogate. */
export const isHashable = (password: string): boolean => isWhole(normalize(password));

/**
 * The one spelling that is compared: this service hashes the normal form, and a hash of another application (`$2y$`,
 * `$2a$`) was made of what was typed in. Null when bcrypt would not read it whole: it matches nothing then.
 */
function comparable(password: string, hash: string): string | null {
  const spelling = isOwnHash(hash) ? normalize(password) : password;
  return isWhole(spelling) && isHashable(password) ? spelling : null;
}

const isOwnHash = (hash: string): boolean => hash.startsWith("$2b$");

/**
 * bcrypt in worker threads behind a bounded queue: hashing never stalls the event loop, and a flood
 * of logins is refused instead of piling up. One network gets at most a quarter of the queue, so that it cannot keep
 * everyone else out.
 */
export class Passwords {
  private pool: Piscina | undefined;
  /** A valid hash that no password matches in practice; verified for accounts that do not exist. */
  private readonly dummy: string;
  /** Network → its work under way and waiting. */
  private readonly ofNetwork = new Map<string, number>();

  constructor(private readonly cost: number) {
    this.dummy = `$2b$${String(cost).padStart(2, "0")}$${"abcdefghijklmnopqrstuu"}${"A".repeat(31)}`;
  }

  /**
   * @param ip of whoever asks; none for a command
   * @throws ServiceBusy when the queue is full, TooManyAttempts when the network has its share of it
   */
  hash(password: string, ip?: string): Promise<string> {
    if (!isHashable(password)) throw new RangeError("The password cannot be hashed whole.");
    return this.queued(ip, () =>
      this.run<string>("hash", { password: normalize(password), cost: this.cost }),
    );
  }

  /**
   * Whether the password belongs to the hash. It always takes the work of one comparison at the current cost, whether
   * or not there is a hash (`null`: unknown account), and whatever its cost and maker, so that time tells nothing.
   * @param ip of whoever asks
   * @throws ServiceBusy, TooManyAttempts
   */
  verify(password: string, stored: string | null, ip?: string): Promise<boolean> {
    const spelling = stored === null ? null : comparable(password, stored);
    const hash = stored === null || spelling === null ? this.dummy : stored;
    return this.queued(ip, async () => {
      if (await this.compare(spelling ?? "", hash)) return hash !== this.dummy;
      await this.spendDifference(hash);
      return false;
    });
  }

  /** A hash of another application or of another cost; replaced at the next login. */
  needsRehash(stored: string): boolean {
    return !isOwnHash(stored) || bcrypt.getRounds(stored) !== this.cost;
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
  }

  /** cost k + (k, k+1, … current-1) = one comparison at the current cost: 2^k + … = 2^current. */
  private async spendDifference(hash: string): Promise<void> {
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

  private async run<T>(name: "hash" | "compare", task: object): Promise<T> {
    const pool = (this.pool ??= startPool()); // a command that hashes nothing starts no thread
    if (pool.queueSize >= MAX_WAITING) throw new ServiceBusy(RETRY_AFTER_MS);
    return (await pool.run(task, { name })) as T;
  }
}
