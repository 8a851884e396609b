import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { ServiceBusy, TooManyAttempts } from "../failures.js";
import { networkOf } from "../network/networks.js";
import { productFile } from "../product-files.js";

const workerFile = fileURLToPath(productFile("src/lib/passwords/bcrypt-worker.js"));

/** The functions of the worker. */
type Task = "hash" | "compare" | "compareImported";

export interface QueueLimits {
  threads: number;
  /** The most tasks that wait for a thread. One network gets at most a quarter of them, running and waiting. */
  waiting: number;
  /** Milliseconds after which a rejected client should try again. */
  retryAfterMs: number;
  /** The name of the limit of a network in `TooManyAttempts`. */
  name: string;
}

/** Worker threads behind a bounded queue, so that a flood is rejected instead of queued. */
export class HashingQueue {
  private pool: Piscina | undefined;
  /** Network → number of its running and waiting tasks. */
  private readonly ofNetwork = new Map<string, number>();

  /** @param onWait receives for how many milliseconds a task waited for a thread */
  constructor(
    private readonly limits: QueueLimits,
    private readonly onWait: (ms: number) => void = () => undefined,
  ) {}

  /**
   * Counts the work as one task of the network.
   * @param ip of the client; none for a command
   * @throws TooManyAttempts when the network has used its share
   */
  async of<T>(ip: string | undefined, work: () => Promise<T>): Promise<T> {
    if (ip === undefined) return work();
    const network = networkOf(ip);
    const others = this.ofNetwork.get(network) ?? 0;
    const { name, retryAfterMs } = this.limits;
    const limit = this.limits.waiting / 4;
    if (others >= limit) throw new TooManyAttempts(retryAfterMs, { name, limit, windowMs: retryAfterMs });
    this.ofNetwork.set(network, others + 1);
    try {
      return await work();
    } finally {
      this.leave(network);
    }
  }

  /** @throws ServiceBusy when the queue is full */
  async run<T>(name: Task, task: object): Promise<T> {
    const pool = (this.pool ??= this.start()); // started with the first task, so that commands without hashing start no thread
    if (pool.queueSize >= this.limits.waiting) throw new ServiceBusy(this.limits.retryAfterMs);
    const queuedAt = Date.now();
    const { result, startedAt } = (await pool.run(task, { name })) as { result: T; startedAt: number };
    this.onWait(Math.max(0, startedAt - queuedAt));
    return result;
  }

  /** The number of tasks that wait for a thread. */
  get waiting(): number {
    return this.pool?.queueSize ?? 0;
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
  }

  private start(): Piscina {
    return new Piscina({
      filename: workerFile,
      minThreads: 1,
      maxThreads: this.limits.threads,
      maxQueue: this.limits.waiting,
      concurrentTasksPerWorker: 1,
      // requests have priority where hashing shares their core
      niceIncrement: 10,
    });
  }

  private leave(network: string): void {
    const left = this.ofNetwork.get(network)! - 1;
    if (left === 0) this.ofNetwork.delete(network);
    else this.ofNetwork.set(network, left);
  }
}
