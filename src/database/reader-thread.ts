import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

export interface ThreadRows {
  columns: string[];
  rows: unknown[][];
}
type Answer = ThreadRows | { error: { message: string; code?: string } };

interface Waiting {
  resolve(rows: ThreadRows): void;
  reject(error: Error): void;
}

const FILE = fileURLToPath(new URL("./reader-worker.js", import.meta.url));
/** Rows of one statement are few: lists have pages, and exports are read in parts. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** A thread with a connection of its own that only reads. It runs one statement at a time. */
export class ReaderThread {
  private readonly worker: Worker;
  private waiting: Waiting | null = null;
  private readonly exited: Promise<void>;
  private isRunning = true;

  constructor(filename: string) {
    // neither the loader nor the secrets of this process
    this.worker = new Worker(FILE, {
      workerData: { filename },
      execArgv: [],
      env: {},
      resourceLimits: MEMORY,
    });
    this.worker.on("message", (answer: Answer) => this.settle(answer));
    let cause: unknown;
    this.worker.once("error", (error) => (cause = error));
    this.exited = new Promise((resolve) =>
      this.worker.once("exit", () => {
        this.isRunning = false;
        this.fail(cause);
        resolve();
      }),
    );
  }

  /** Whether it can run statements: false after a crash. */
  get isUsable(): boolean {
    return this.isRunning;
  }

  /** @throws the driver's error; SQLITE_INTERRUPT when the thread ended */
  run(sql: string, bindings: readonly unknown[]): Promise<ThreadRows> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      if (this.isRunning) this.worker.postMessage({ sql, bindings });
      else this.fail(undefined);
    });
  }

  /** Closes the connection after the statement in progress. */
  close(): Promise<void> {
    if (this.isRunning) this.worker.postMessage(null);
    return this.exited;
  }

  private settle(answer: Answer): void {
    const { waiting } = this;
    this.waiting = null;
    if ("error" in answer) {
      const { message, code } = answer.error;
      waiting?.reject(Object.assign(new Error(message), code === undefined ? {} : { code }));
    } else waiting?.resolve(answer);
  }

  private fail(cause: unknown): void {
    const error = new Error("The thread that reads the database has ended.", { cause });
    this.waiting?.reject(Object.assign(error, { code: "SQLITE_INTERRUPT" }));
    this.waiting = null;
  }
}
