import type { Request, RequestHandler } from "express";
import { ReadinessProbe } from "./domain/upkeep/readiness.js";
import type { Services } from "./domain/services.js";
import { RouteLookup } from "./http/route-lookup.js";
import { equalsInConstantTime } from "./lib/secrets.js";

/** `/up`: the process runs. `/ready`: it can serve. `/metrics`: figures, for holders of METRICS_TOKEN. */
export function healthRoutes(services: Services): RequestHandler {
  const readiness = new ReadinessProbe(services);
  const lookup = new RouteLookup<RequestHandler>();
  lookup.add("GET", "/up", (_request, response) => {
    response.json({ status: "up" });
  });
  lookup.add("GET", "/ready", async (_request, response) => {
    const { isReady, parts } = await readiness.check();
    response.status(isReady ? 200 : 503).json({ status: isReady ? "ready" : "not ready", parts });
  });
  lookup.add("GET", "/metrics", async (request, response, next) => {
    if (!mayRead(request, services.config.env.METRICS_TOKEN)) return next();
    const { registry, waitingReads } = services.metrics;
    waitingReads.set(services.reads.waiting);
    await updateMailQueueMetric(services);
    response.type(registry.contentType).send(await registry.metrics());
  });
  return (request, response, next) => {
    const found = request.path.includes("%") ? null : lookup.find(request.method, request.path);
    if (!found) return next();
    return found.target(request, response, next);
  };
}

/** A failure is logged, because the other figures are useful while the database isn't available. */
async function updateMailQueueMetric({ log, metrics, overview }: Services): Promise<void> {
  try {
    const { value } = await overview.mails();
    for (const [status, count] of Object.entries(value)) metrics.mailQueue.set({ status }, count as number);
  } catch (error) {
    log.warn({ err: error }, "could not count the mail queue");
    metrics.mailQueue.reset();
  }
}

const mayRead = (request: Request, token: string | undefined): boolean =>
  token !== undefined && equalsInConstantTime(request.headers.authorization ?? "", `Bearer ${token}`);
