import type { Services } from "../domain/services.js";
import { agentResource } from "../domain/oauth/tokens/resources.js";
import { examine, ok, warning, type Finding } from "./finding.js";

/** Whether agents can connect, and whether their tokens can be limited. */
export const checkAgents = (services: Services): Promise<Finding[]> =>
  examine("agents", "Check the database.", async () => {
    const settings = await services.settings.read();
    if (!settings.get("agents.enabled")) return ok("agents", "turned off");
    const { env, oauthInstalled } = services.config;
    if (!oauthInstalled)
      return warning(
        "agents",
        "they can connect with personal access tokens only, because @node-oauth/oauth2-server isn't installed",
        "Install it, see docs/oauth.md.",
      );
    if (!settings.get("oauth.enforce_scopes"))
      return warning(
        "agents",
        "personal access tokens aren't limited by their scopes",
        "Run: authdock settings set oauth.enforce_scopes 1 (docs/agents.md)",
      );
    const words = (["read", "change", "destroy"] as const).filter((word) => settings.get(`agents.${word}`));
    return ok("agents", `${agentResource(env.APP_URL)} is open to ${words.join(", ") || "nothing"}`);
  });
