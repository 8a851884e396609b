import { Router, type Request } from "express";
import type { Services } from "./domain/services.js";
import { equalsInConstantTime } from "./lib/secrets.js";

/**
 * Whether a migration of this version has not run. Those of a newer version, which is being deployed beside it, are
 * nothing to complain about. @throws when the database cannot be asked
 */
async function hasPendingMigrations({ knex }: Services): Promise<boolean> {
  const lists: unknown = await knex.migrate.list({ disableMigrationsListValidation: true });
  const [, pending] = lists as [unknown[], unknown[]];
  return pending.length > 0;
}

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
    return (await hasPendingMigrations(services)) ? "migrations pending" : "ready";
  } catch (error) {
    services.log.warn({ err: error }, "not ready");
    return "database unavailable";
  }
}

const mayRead = (request: Request, token: string | undefined): boolean =>
  token !== undefined && equalsInConstantTime(request.headers.authorization ?? "", `Bearer ${token}`);
