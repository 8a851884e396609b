import type { Principal } from "../auth/guards.js";
import type { PublishedContract } from "../contract/published.js";
import type { Envelope } from "../http/envelope.js";

/** A resource of the Model Context Protocol: a document that an agent can read. */
export interface AgentDocument {
  /** As `resources/list` shows it. */
  shown: { uri: string; name: string; title: string; description: string; mimeType: string };
  read: () => string | Promise<string>;
}

const mimeType = "application/json";

/** The documents that the account can read. A client that acts for itself has none, like at `/api-dock`. */
export function documentsFor(
  { actor }: Principal,
  contract: PublishedContract,
  origin: URL,
): AgentDocument[] {
  if (actor?.can("api-docs.read") !== true) return [];
  const uri = `${origin.origin}/api-dock/openapi.json`;
  return [
    {
      shown: {
        ...{ uri: `${uri}?part=brief`, name: "openapi-brief", title: "OpenAPI document without examples" },
        ...{ description: "The contract of the API, with operations that aren't tools.", mimeType },
      },
      read: () => contract.whole.brief,
    },
    {
      shown: {
        ...{ uri, name: "openapi", title: "OpenAPI document" },
        ...{ description: "The whole contract of the API. It is large.", mimeType },
      },
      read: () => contract.whole.json,
    },
  ];
}

/** @param send calls the operation */
export const definitionsAt = (uri: string, send: () => Promise<Envelope>): AgentDocument => ({
  shown: {
    ...{ uri, name: "definitions", title: "Definitions", mimeType },
    description: "The values that accounts can have, such as statuses, with their names.",
  },
  read: async () => JSON.stringify((await send()).data),
});
