import cluster, { type Worker } from "node:cluster";
import { SECOND } from "../lib/clock.js";
import type { Logger } from "../lib/telemetry/log.js";
import { Collector } from "./collector.js";
import type { ToWorker } from "./messages.js";
import { RestartDelay } from "./restart-delay.js";
import { REPLACEMENT } from "./worker.js";

const STARTS_WITHIN = 60 * SECOND;
/** Longer than a worker takes by itself. */
const RETIRES_WITHIN = 45 * SECOND;

interface Options {
  count: number;
  log: Logger;
  /** The number of workers after a reload; null keeps it. */
  readCount(): number | null;
  /** The file and the folder with which workers start. */
  program: { exec: string; cwd: string };
  onServing(): void;
}

/** Runs in the primary: keeps a number of workers running, and replaces them one after the other on SIGHUP. */
export class Supervisor {
  /** The workers that are replaced when they exit. Retired ones and unproven replacements aren't members. */
  private readonly members = new Set<Worker>();
  private count: number;
  private isServing = false;
  private isStopping = false;
  private isReloading = false;
  /** Within a reload: whether replacements are started. Afterwards retired workers only finish their requests. */
  private isReplacing = false;
  private reloadsAgain = false;
  private readonly delay = new RestartDelay();
  private refill: NodeJS.Timeout | null = null;

  constructor(private readonly options: Options) {
    this.count = options.count;
  }

  start(): void {
    new Collector();
    cluster.setupPrimary(this.options.program);
    cluster.on("fork", (worker) => this.delay.started(worker));
    cluster.on("exit", (worker, code, signal) => this.exited(worker, signal ?? code));
    cluster.once("listening", () => {
      this.isServing = true;
      this.options.onServing();
    });
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => this.stop(signal));
    this.fill();
  }

  /** A call during a reload starts another one after it, because files can have changed since the first worker. */
  async reload(): Promise<void> {
    if (this.isStopping) return;
    this.reloadsAgain = true;
    if (this.isReloading) return this.options.log.info("another reload follows the current one");
    this.isReloading = true;
    while (this.reloadsAgain && !this.isStopping) {
      this.reloadsAgain = false;
      const count = this.options.readCount() ?? this.count;
      this.options.log.info({ processes: count }, "reload started");
      this.isReplacing = true;
      const retired = await this.replaceAll(count);
      this.isReplacing = false;
      this.fill();
      if (!retired) continue;
      await Promise.all(retired);
      this.options.log.info({ processes: count }, "reload finished");
    }
    this.isReloading = false;
  }

  /** @returns ends of the earlier workers; null when not all could be replaced */
  private async replaceAll(count: number): Promise<Promise<void>[] | null> {
    const old = [...this.members];
    const retired: Promise<void>[] = [];
    for (let index = 0; index < Math.max(count, old.length); index++) {
      const failure = index < count ? await this.addReplacement() : null;
      if (this.isStopping) return null;
      if (failure !== null) {
        this.options.log.error({ reason: failure }, "reload stopped: the earlier processes keep serving");
        return null;
      }
      if (old[index]) retired.push(this.retire(old[index]!));
    }
    this.count = count;
    return retired;
  }

  /** Starts a worker and waits until it serves, which it does only when it is ready. @returns why it doesn't, or null */
  private addReplacement(): Promise<string | null> {
    cluster.setupPrimary({ args: [REPLACEMENT] });
    const worker = cluster.fork();
    const { pid } = worker.process;
    return new Promise((resolve) => {
      const end = (failure: string | null): void => {
        clearTimeout(timer);
        resolve(failure);
      };
      const timer = setTimeout(() => {
        worker.process.kill("SIGKILL");
        end(`process ${pid} wasn't ready within ${STARTS_WITHIN / SECOND} seconds`);
      }, STARTS_WITHIN);
      worker.once("exit", (code, signal) => end(`process ${pid} exited with ${signal ?? `code ${code}`}`));
      worker.once("listening", () => {
        this.members.add(worker);
        end(null);
      });
    });
  }

  private retire(worker: Worker): Promise<void> {
    if (!this.members.delete(worker) || worker.isDead()) return Promise.resolve();
    worker.send({ authdock: "retire" } satisfies ToWorker, undefined, undefined, () => undefined);
    return new Promise((resolve) => {
      const timer = setTimeout(() => worker.process.kill("SIGKILL"), RETIRES_WITHIN);
      worker.once("exit", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private fill(): void {
    cluster.setupPrimary({ args: [] });
    while (!this.isStopping && this.members.size < this.count) this.members.add(cluster.fork());
  }

  private exited(worker: Worker, reason: string | number): void {
    if (!this.members.delete(worker) || this.isStopping) return;
    if (!this.isServing) {
      // the first workers couldn't start, so replacing them wouldn't help
      process.exitCode = 1;
      return this.stop("SIGTERM");
    }
    const { pid } = worker.process;
    this.options.log.error({ pid, reason }, "a process exited unexpectedly; starting another one");
    this.refill ??= setTimeout(() => {
      this.refill = null;
      if (!this.isReplacing) this.fill();
    }, this.delay.afterExitOf(worker));
  }

  private stop(signal: NodeJS.Signals): void {
    this.isStopping = true;
    if (this.refill) clearTimeout(this.refill); // it would keep this process running
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
  }
}
