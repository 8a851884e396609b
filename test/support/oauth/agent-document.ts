import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { World } from "../app/world.js";

/**
 * The document of an agent, at an address with https, whose certificate is trusted because `npm run agents` says so. Agents can
 * do everything.
 */
export function useAgentDocument(world: World, redirectUri: string): { address: string } {
  let host: Server;
  const document = { address: "" };
  before(async () => {
    const certificate = process.env["NODE_EXTRA_CA_CERTS"]!;
    const keys = { cert: readFileSync(certificate), key: readFileSync(certificate.replace(/pem$/, "key")) };
    host = createServer(keys, (_request, response) => {
      const metadata = {
        ...{ client_id: document.address, client_name: "Helper", redirect_uris: [redirectUri] },
        ...{ grant_types: ["authorization_code", "refresh_token"], token_endpoint_auth_method: "none" },
      };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(metadata));
    });
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    document.address = `https://localhost:${(host.address() as AddressInfo).port}/helper.json`;
  });
  after(() => host.close());
  beforeEach(() =>
    world.services.settings.write({
      ...{ "agents.enabled": "1", "agents.change": "1", "agents.destroy": "1" },
      "oauth.client_id_documents": "any",
    }),
  );
  return document;
}
