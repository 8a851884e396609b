import { getClient } from "../../../../domain/oauth/clients/managed-clients.js";
import { clientIdOf } from "../../../../domain/oauth/clients/client-ids.js";
import { PATHS } from "../../../../oauth/paths.js";
import type { WebHandler } from "../../../server/call.js";
import { page } from "../../../server/responses/web-result.js";
import { connectionGuides } from "./connection-guides.js";

const ENDPOINTS = ["configuration", "authorize", "token", "userinfo", "keys", "logout"] as const;

/** The values to paste into an application that signs its users in here, and how well-known applications take them. */
export const showConnection: WebHandler = async (call) => {
  const { services, actor, params } = call;
  const client = await getClient(services.knex, actor, params["client"]!);
  const issuer = services.config.env.APP_URL.origin;
  const values = [
    { name: "issuer", value: issuer },
    { name: "client_id", value: clientIdOf(client) },
    ...ENDPOINTS.map((name) => ({ name, value: issuer + PATHS[name] })),
  ];
  return page("admin/api-clients/connect", "clients.connect.title", {
    client: { id: client.id, name: client.name, isConfidential: client.type === "confidential" },
    usesCodes: client.grant_types.includes("authorization_code"),
    values,
    guides: connectionGuides(issuer, client),
  });
};
