import { agentResource } from "../../../domain/oauth/tokens/resources.js";
import type { WebHandler } from "../../server/call.js";
import { page } from "../../server/responses/web-result.js";

/** The lines to paste into well-known hosts of agents, whose documentation of November 2026 they follow. */
export const showAgents: WebHandler = ({ services }) => {
  const { APP_URL } = services.config.env;
  const address = agentResource(APP_URL);
  const name = APP_URL.hostname.replace(/[^a-z0-9-]/g, "-");
  const json = (value: object): string => JSON.stringify(value, null, 2);
  return page("oauth/agents", "agents.title", {
    endpoint: address,
    guides: [
      { name: "Claude Code", place: "sh", settings: `claude mcp add --transport http ${name} ${address}` },
      { name: "Codex", place: "sh", settings: `codex mcp add ${name} --url ${address}` },
      {
        ...{ name: "Cursor", place: ".cursor/mcp.json" },
        settings: json({ mcpServers: { [name]: { url: address } } }),
      },
      {
        ...{ name: "Visual Studio Code", place: ".vscode/mcp.json" },
        settings: json({ servers: { [name]: { type: "http", url: address } } }),
      },
    ],
  });
};
