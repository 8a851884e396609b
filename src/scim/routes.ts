import type { RequestHandler } from "express";
import { SCIM_PATH } from "../domain/organisations/provisioning-tokens.js";
import type { Services } from "../domain/services.js";
import type { Stage } from "../http/stage.js";
import { lazily } from "../lib/lazily.js";

/** Serves directories that provision organisations while that is switched on. The first request loads the code. */
export function scimRoutes(services: Services, count: Stage): RequestHandler {
  const endpoint = lazily(async () => new (await import("./endpoint.js")).ScimEndpoint(services, count));
  return async (request, response, next) => {
    if (request.path !== SCIM_PATH && !request.path.startsWith(`${SCIM_PATH}/`)) return next();
    const settings = await services.settings.read();
    if (!settings.get("organisations.scim")) return next();
    const { serve } = await endpoint();
    await serve(request, response, settings);
  };
}
