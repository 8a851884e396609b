import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { SECOND } from "../lib/clock.js";
import { isToPrimary, type Figures, type ToWorker } from "./messages.js";

/** A worker that hangs delays an answer no longer than this. */
const ANSWERS_WITHIN = SECOND;

interface Request {
  waiting: Set<number>;
  done(): void;
}

/**
 * Collects the metrics of all workers in the primary. Counters must never fall, because Prometheus takes that for a
 * restart: those of workers that don't answer, or have exited, are kept as they were last seen.
 */
export class Collector {
  private readonly serving = new Set<Worker>();
  private readonly last = new Map<number, Figures>();
  private readonly requests = new Map<number, Request>();
  private exited: Promise<Figures> = Promise.resolve([]);
  private asked = 0;

  constructor() {
    cluster.on("listening", (worker) => this.serving.add(worker));
    cluster.on("exit", (worker) => this.remove(worker));
    cluster.on("message", (worker, message: unknown) => this.receive(worker, message));
  }

  private receive(worker: Worker, message: unknown): void {
    if (!isToPrimary(message)) return;
    if (this.serving.has(worker)) this.last.set(worker.id, message.figures);
    if (message.authdock === "leaving") tell(worker, { authdock: "leave" });
    else if (message.authdock === "figures") this.answered(worker, message.id);
    else void this.answer(worker, message.id);
  }

  private async answer(asker: Worker, id: number): Promise<void> {
    const others = [...this.serving].filter((worker) => worker !== asker && worker.isConnected());
    const silent = await this.ask(others);
    const figures = others.map((worker) => {
      const own = this.last.get(worker.id) ?? [];
      return silent.has(worker.id) ? countersOf(own) : own;
    });
    const answered = others.length - silent.size + 1;
    const exited = await this.exited;
    tell(asker, {
      authdock: "figures of others",
      ...{ id, answered, silent: silent.size, others: [...figures, exited] },
    });
  }

  /** @returns the ids of workers that haven't answered in time */
  private ask(workers: readonly Worker[]): Promise<ReadonlySet<number>> {
    const id = ++this.asked;
    const waiting = new Set(workers.map((worker) => worker.id));
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.requests.delete(id);
        resolve(waiting);
      };
      const timer = setTimeout(done, ANSWERS_WITHIN);
      this.requests.set(id, { waiting, done });
      for (const worker of workers) tell(worker, { authdock: "send figures", id });
      if (waiting.size === 0) done();
    });
  }

  private answered(worker: Worker, id: number): void {
    const request = this.requests.get(id);
    if (request?.waiting.delete(worker.id) && request.waiting.size === 0) request.done();
  }

  private remove(worker: Worker): void {
    this.serving.delete(worker);
    const counters = countersOf(this.last.get(worker.id) ?? []);
    this.last.delete(worker.id);
    this.exited = this.exited.then((exited) =>
      AggregatorRegistry.aggregate([exited, counters]).getMetricsAsJSON(),
    );
  }
}

/** `MetricType` of prom-client as it is sent to another process. */
const SUMMED = ["counter", "histogram"];

const countersOf = (figures: Figures): Figures =>
  figures.filter(({ type }) => SUMMED.includes(type as unknown as string));

/** The worker can end at any time. */
const tell = (worker: Worker, message: ToWorker): void =>
  void worker.send(message, undefined, undefined, () => undefined);
