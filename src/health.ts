import { Router, type Request } from "express";
import { hasPendingMigrations } from "./database/state.js";
import type { Services } from "./domain/services.js";
import { equalsInConstantTime } from "./lib/secrets.js";

/** `/up`: the process lives. `/ready`: it can serve. `/metrics`: figures, for holders of METRICS_TOKEN. */
export function healthRoutes(services: Services): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get("/up", (_request, response) => {
    response.json({ status: "up" });
  });
  router.get("/ready", async (_request, response) => {
    const state = await readiness(services);
    response.status(state === "ready" ? 200 : 503).json({ status: state });
  });
  router.get("/metrics", async (request, response, next) => {
    if (!mayRead(request, services.config.env.METRICS_TOKEN)) return next();
    const { registry } = services.metrics;
    response.type(registry.contentType).send(await registry.metrics());
  });
  return router;
}

async function readiness(
  services: Services,
): Promise<"ready" | "migrations pending" | "database unavailable"> {
  try {
    return (await hasPendingMigrations(services.knex)) ? "migrations pending" : "ready";
  } catch (error) {
    services.log.warn({ err: error }, "not ready");
    return "database unavailable";
  }
}

const mayRead = (request: Request, token: string | undefined): boolean =>
  token !== undefined && equalsInConstantTime(request.headers.authorization ?? "", `Bearer ${token}`);
