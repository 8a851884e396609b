import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const STANDBY = fileURLToPath(new URL("./standby.ts", import.meta.url));
/** The time after which a process is killed, so that open connections of a browser don't delay the next start. */
const STOPS_WITHIN_MS = 1000;

/**
 * A program that is restarted often. The next process is started in advance and loads the packages, which takes longer
 * than loading the sources.
 */
export class Program {
  private next: ChildProcess | undefined;
  private current: ChildProcess | undefined;
  private isClosed = false;

  /** @param packages the packages that the program imports */
  constructor(
    private readonly file: string,
    private readonly packages: readonly string[],
  ) {
    this.prepare();
  }

  /**
   * @param onReady is called when the program sends the message "ready"
   * @param onFailure is called with the exit code when the program exits by itself
   */
  start({ onReady, onFailure }: { onReady: () => void; onFailure: (code: number) => void }): void {
    const child = this.run();
    this.current = child;
    child.on("message", (message) => message === "ready" && onReady());
    child.once("exit", (code) => {
      if (this.current !== child) return;
      this.current = undefined;
      onFailure(code ?? 1);
    });
  }

  /**
   * Runs the program until it sends a message or ends. Kills an earlier run that hasn't ended.
   * @returns whether it sent a message or succeeded
   */
  async untilMessage(): Promise<boolean> {
    await this.stop();
    const child = this.run();
    this.current = child;
    const hasSent = once(child, "message").then(() => true);
    return Promise.race([hasSent, once(child, "exit").then(([code]) => code === 0)]);
  }

  /** Lets a program continue that has sent a message and waits for one. */
  resume(): void {
    if (this.current?.connected) this.current.send("continue");
  }

  async stop(): Promise<void> {
    const child = this.current;
    this.current = undefined;
    if (child) await end(child);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([this.stop(), this.next && end(this.next)]);
  }

  private run(): ChildProcess {
    const child = this.prepare();
    this.next = undefined;
    // starting the next process earlier would slow this one down
    const prepare = (): unknown => !this.isClosed && this.prepare();
    child.on("message", (message) => message === "ready" && prepare());
    child.once("exit", prepare);
    child.send("run");
    return child;
  }

  private prepare(): ChildProcess {
    return (this.next ??= this.spawn());
  }

  private spawn(): ChildProcess {
    const parameters = ["--import", "tsx/esm", STANDBY, this.file, ...this.packages];
    const child = spawn(process.execPath, parameters, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    child.once("exit", () => {
      if (this.next === child) this.next = undefined;
    });
    return child;
  }
}

/** Runs a command to its end. @returns whether it succeeded */
export async function runOnce([command, ...parameters]: string[]): Promise<boolean> {
  const child = spawn(command!, parameters, { stdio: ["ignore", "inherit", "inherit"] });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill("SIGKILL"), STOPS_WITHIN_MS);
  child.kill("SIGTERM");
  await once(child, "exit");
  clearTimeout(timer);
}
