import type { Request, RequestHandler } from "express";
import { AggregatorRegistry, type Registry } from "prom-client";
import { ReadinessProbe } from "./domain/upkeep/readiness.js";
import type { Services } from "./domain/services.js";
import { RouteLookup } from "./http/route-lookup.js";
import { equalsInConstantTime } from "./lib/secrets.js";
import type { Figures } from "./processes/messages.js";
import { collectFigures } from "./processes/worker.js";

/** `/up`: the process runs. `/ready`: it can serve. `/metrics`: figures, for holders of METRICS_TOKEN. */
export function healthRoutes(services: Services): RequestHandler {
  const readiness = new ReadinessProbe(services);
  const lookup = new RouteLookup<RequestHandler>();
  lookup.add("GET", "/up", (_request, response) => {
    response.json({ status: "up" });
  });
  lookup.add("GET", "/ready", async (_request, response) => {
    if (services.state.isStopping) return void response.status(503).json({ status: "stopping", parts: {} });
    const { isReady, parts } = await readiness.check();
    response.status(isReady ? 200 : 503).json({ status: isReady ? "ready" : "not ready", parts });
  });
  lookup.add("GET", "/metrics", async (request, response, next) => {
    if (!mayRead(request, services.config.env.METRICS_TOKEN)) return next();
    const all = await metricsOfMachine(services);
    response.type(all.contentType).send(await all.metrics());
  });
  return (request, response, next) => {
    const found = request.path.includes("%") ? null : lookup.find(request.method, request.path);
    if (!found) return next();
    return found.target(request, response, next);
  };
}

/** The metrics of this process. */
export async function figuresOf({ metrics, reads }: Services): Promise<Figures> {
  metrics.waitingReads.set(reads.waiting);
  return metrics.registry.getMetricsAsJSON();
}

/**
 * Adds up the metrics of the processes of this machine. Those with the aggregator `first` describe what the processes
 * share, such as the database, and are taken from this process, because others can have older values.
 */
async function metricsOfMachine(services: Services): Promise<Registry> {
  const own = await figuresOf(services);
  const { others, answered, silent } = await collectFigures(own);
  const { processes } = services.metrics;
  processes.set({ state: "answered" }, answered);
  processes.set({ state: "silent" }, silent);
  const added = others.map((figures) => figures.filter(({ aggregator }) => aggregator !== "first"));
  // `own` was read before they were counted
  const counted = await processes.get();
  const rest = own.filter(({ name }) => name !== counted.name);
  return AggregatorRegistry.aggregate([[...rest, counted], ...added]);
}

const mayRead = (request: Request, token: string | undefined): boolean =>
  token !== undefined && equalsInConstantTime(request.headers.authorization ?? "", `Bearer ${token}`);
