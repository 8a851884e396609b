import { registerItself } from "../domain/oauth/self-described/registration.js";
import type { Services } from "../domain/services.js";
import { SECOND } from "../lib/clock.js";
import type { EndpointLimits } from "./limits.js";
import type { OAuthRequest, OAuthResponse } from "./oauth-request.js";
import { rejection } from "./rejections.js";

/** Dynamic registration of clients (RFC 7591, section 3). @throws ProtocolError */
export async function register(
  services: Services,
  incoming: OAuthRequest,
  limits: EndpointLimits,
): Promise<OAuthResponse> {
  const settings = await services.settings.read();
  if (!settings.get("oauth.dynamic_registration"))
    return rejection(404, "invalid_request", "Clients can't register themselves here.");
  await limits.charge(incoming);
  const client = await registerItself(services, await incoming.readJson(), incoming.origin);
  return {
    status: 201,
    body: {
      client_id: client.id,
      client_id_issued_at: Math.floor(client.created_at / SECOND),
      client_name: client.name,
      redirect_uris: client.redirect_uris,
      grant_types: client.grant_types,
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
  };
}
