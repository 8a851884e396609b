import type { RequestHandler } from "express";
import { AGENTS_PATH } from "../domain/oauth/tokens/resources.js";
import type { Services } from "../domain/services.js";
import { lazily } from "../lib/lazily.js";
import type { AgentParts } from "./endpoint.js";
import { METADATA } from "./metadata-path.js";

/**
 * Serves the endpoint for agents and its metadata while they are switched on. The first request makes the tools and loads the
 * library of the protocol, which would be a tenth of the memory of services without agents.
 */
export function agentRoutes({ settings }: Services, parts: AgentParts): RequestHandler {
  const endpoint = lazily(async () => (await import("./endpoint.js")).agentEndpoint(parts));
  return async (request, response, next) => {
    const path = request.originalUrl.split("?")[0]; // as the token is checked for
    if (path !== AGENTS_PATH && path !== METADATA) return next();
    const now = await settings.read();
    if (!now.get("agents.enabled")) return next();
    const { serve, metadata } = await endpoint();
    if (path === METADATA) return void response.json(metadata());
    await serve(request, response, now);
  };
}
