import { Counter, type Registry } from "prom-client";
import { Durations, type DurationCell } from "./durations.js";

const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CLASSES = ["1xx", "2xx", "3xx", "4xx", "5xx"];
const METHODS = ["read", "write"];

/** The responses of a route: durations by class of method and status, and counts by status. */
class RouteFigures {
  private readonly durations = new Array<DurationCell | undefined>(METHODS.length * CLASSES.length);
  readonly counts = new Map<number, number>();

  constructor(
    private readonly route: string,
    private readonly all: Durations,
  ) {}

  observe(isRead: boolean, status: number, seconds: number): void {
    const index = Math.floor(status / 100) - 1 + (isRead ? 0 : CLASSES.length);
    const cell = (this.durations[index] ??= this.cellOf(isRead, index % CLASSES.length));
    cell.observe(seconds);
    this.counts.set(status, (this.counts.get(status) ?? 0) + 1);
  }

  private cellOf(isRead: boolean, statusClass: number): DurationCell {
    const method = isRead ? METHODS[0]! : METHODS[1]!;
    return this.all.cell({ route: this.route, method, status: CLASSES[statusClass]! });
  }
}

/** Counts and times responses by route. The labels are bounded: names from the tables of routes, never an address. */
export class RequestFigures {
  private readonly routes = new Map<string, RouteFigures>();
  private readonly durations: Durations;

  constructor(registry: Registry) {
    this.durations = new Durations(
      "authdock_request_duration_seconds",
      "Time to answer, by route (operation or page), class of method (read, write) and class of status.",
      BOUNDS,
      registry,
    );
    const { routes } = this;
    new Counter({
      name: "authdock_api_responses_total",
      help: "Responses by operation (or route name of a page) and status.",
      labelNames: ["operation", "status"] as const,
      registers: [registry],
      collect() {
        this.reset();
        for (const [operation, { counts }] of routes)
          for (const [status, count] of counts) this.inc({ operation, status }, count);
      },
    });
  }

  /** @param route undefined for a request that matched none */
  observe(route = "none", method: string, status: number, ms: number): void {
    let figures = this.routes.get(route);
    if (!figures) this.routes.set(route, (figures = new RouteFigures(route, this.durations)));
    figures.observe(method === "GET" || method === "HEAD", status, ms / 1000);
  }
}
