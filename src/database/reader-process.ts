import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { productFile } from "../lib/product-files.js";

export interface FoundRows {
  columns: string[];
  rows: unknown[][];
}
type ReaderResponse = FoundRows | { error: { message: string; code?: string } };

interface Waiting {
  resolve(rows: FoundRows): void;
  reject(error: Error): void;
}

const FILE = fileURLToPath(productFile("src/database/sqlite-reader.js"));
/** A process with a connection of its own that can't write. It runs one statement at a time. */
export class ReaderProcess {
  private readonly child: ChildProcess;
  private waiting: Waiting | null = null;
  private readonly exited: Promise<void>;
  private isRunning = true;

  constructor(
    filename: string,
    private readonly longestStatementMs: number,
  ) {
    this.child = fork(FILE, [filename], {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // neither the loader nor the secrets of this process
      execArgv: ["--max-old-space-size=256"],
      env: {},
    });
    this.child.on("message", (response) => this.settle(response as ReaderResponse));
    this.exited = new Promise((resolve) => {
      const end = (cause?: unknown): void => {
        this.isRunning = false;
        this.fail(cause);
        resolve();
      };
      this.child.once("error", end).once("exit", (code, signal) => end(signal ?? code));
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Whether it can run statements: false after a crash. */
  get isUsable(): boolean {
    return this.isRunning;
  }

  /** @throws the driver's error; SQLITE_INTERRUPT when the process ended or the statement took too long */
  async run(sql: string, bindings: readonly unknown[]): Promise<FoundRows> {
    const limit = setTimeout(() => this.child.kill("SIGKILL"), this.longestStatementMs);
    try {
      return await new Promise<FoundRows>((resolve, reject) => {
        this.waiting = { resolve, reject };
        if (!this.isRunning) return this.fail(undefined);
        this.child.send({ sql, bindings }, (error) => error && this.fail(error));
      });
    } finally {
      clearTimeout(limit);
    }
  }

  /** Ends the process. */
  close(): Promise<void> {
    if (this.child.connected) this.child.disconnect();
    return this.exited;
  }

  private settle(response: ReaderResponse): void {
    const { waiting } = this;
    this.waiting = null;
    if ("error" in response) {
      const { message, code } = response.error;
      waiting?.reject(Object.assign(new Error(message), code === undefined ? {} : { code }));
    } else waiting?.resolve(response);
  }

  private fail(cause: unknown): void {
    const error = new Error("The process that reads the database has ended.", { cause });
    this.waiting?.reject(Object.assign(error, { code: "SQLITE_INTERRUPT" }));
    this.waiting = null;
  }
}
