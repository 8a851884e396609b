import { Router, type Request } from "express";
import { ReadinessProbe } from "./domain/readiness.js";
import type { Services } from "./domain/services.js";
import { equalsInConstantTime } from "./lib/secrets.js";

/** `/up`: the process lives. `/ready`: it can serve. `/metrics`: figures, for holders of METRICS_TOKEN. */
export function healthRoutes(services: Services): Router {
  const readiness = new ReadinessProbe(services);
  const router = Router({ caseSensitive: true, strict: true });
  router.get("/up", (_request, response) => {
    response.json({ status: "up" });
  });
  router.get("/ready", async (_request, response) => {
    const { isReady, parts } = await readiness.check();
    response.status(isReady ? 200 : 503).json({ status: isReady ? "ready" : "not ready", parts });
  });
  router.get("/metrics", async (request, response, next) => {
    if (!mayRead(request, services.config.env.METRICS_TOKEN)) return next();
    const { registry } = services.metrics;
    response.type(registry.contentType).send(await registry.metrics());
  });
  return router;
}

const mayRead = (request: Request, token: string | undefined): boolean =>
  token !== undefined && equalsInConstantTime(request.headers.authorization ?? "", `Bearer ${token}`);
