import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import bcrypt from "bcryptjs";
import { Piscina } from "piscina";
import { ServiceBusy } from "./failures.js";

/** bcrypt reads 72 bytes; what is longer is refused, never cut. */
export const MAX_PASSWORD_BYTES = 72;
const MAX_WAITING = 64;

const workerFile = fileURLToPath(new URL("./bcrypt-worker.js", import.meta.url));

/** One normaliser for every surface: what is typed composed or decomposed is one password. */
const normalize = (password: string): string => password.normalize("NFC");

const isWhole = (text: string): boolean =>
  text.isWellFormed() && !text.includes("\0") && Buffer.byteLength(text) <= MAX_PASSWORD_BYTES;

/** A string that bcrypt can take whole: no NUL, at most 72 bytes, no lone surrogate. */
export const isHashable = (password: string): boolean => isWhole(normalize(password));

/** An imported hash may have been made from the raw input: that is tried first, unless bcrypt would cut it. */
function formsOf(password: string): string[] {
  const normal = normalize(password);
  if (!isWhole(normal)) return [""];
  return password !== normal && isWhole(password) ? [password, normal] : [normal];
}

/**
 * bcrypt in worker threads behind a bounded queue: hashing never stalls the event loop, and a flood
 * of logins is refused instead of piling up.
 */
export class Passwords {
  private readonly pool = new Piscina({
    filename: workerFile,
    minThreads: 1,
    maxThreads: Math.max(1, availableParallelism() - 1),
    maxQueue: MAX_WAITING,
    concurrentTasksPerWorker: 1,
    // requests come first where hashing shares their core
    niceIncrement: 10,
  });
  /** A valid hash that no password matches in practice; verified for accounts that do not exist. */
  private readonly dummy: string;

  constructor(private readonly cost: number) {
    this.dummy = `$2b$${String(cost).padStart(2, "0")}$${"abcdefghijklmnopqrstuu"}${"A".repeat(31)}`;
  }

  /** @throws ServiceBusy when the queue is full. */
  hash(password: string): Promise<string> {
    if (!isHashable(password)) throw new RangeError("The password cannot be hashed whole.");
    return this.run<string>("hash", { password: normalize(password), cost: this.cost });
  }

  /**
   * Whether the password belongs to the hash. How many comparisons at the current cost it takes depends on
   * the password alone, and neither on whether there is a hash (`null`: unknown account) nor on the cost and
   * the maker of the hash, so that time tells nothing.
   */
  async verify(password: string, stored: string | null): Promise<boolean> {
    const hash = isHashable(password) && stored !== null ? stored : this.dummy;
    for (const form of formsOf(password)) {
      if (await this.compare(form, hash)) return hash !== this.dummy;
      await this.spendDifference(hash);
    }
    return false;
  }

  /** A hash of another application or of another cost; replaced at the next login. */
  needsRehash(stored: string): boolean {
    return !stored.startsWith("$2b$") || bcrypt.getRounds(stored) !== this.cost;
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }

  /** cost k + (k, k+1, … current-1) = one comparison at the current cost: 2^k + … = 2^current. */
  private async spendDifference(hash: string): Promise<void> {
    for (let cost = bcrypt.getRounds(hash); cost < this.cost; cost++)
      await this.compare("", this.dummy.replace(/^\$2b\$\d\d/, `$2b$${String(cost).padStart(2, "0")}`));
  }

  private compare(password: string, hash: string): Promise<boolean> {
    return this.run<boolean>("compare", { password, hash });
  }

  private async run<T>(name: "hash" | "compare", task: object): Promise<T> {
    if (this.pool.queueSize >= MAX_WAITING) throw new ServiceBusy(1000);
    return (await this.pool.run(task, { name })) as T;
  }
}
