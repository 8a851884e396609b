import type { Services } from "../domain/services.js";
import { OAuthClient } from "../models/oauth-client.js";
import { examine, ok, warning, type Finding } from "./finding.js";

const ADVICE =
  "If the application supports PKCE, run: authdock client update <client> --set code_binding=pkce (docs/oidc.md)";

/** Whether a client can get codes that nothing binds to the browser that asked for them. */
export const checkClients = (services: Services): Promise<Finding[]> =>
  examine("applications", "Check the database.", () => bindings(services));

async function bindings({ knex }: Services): Promise<Finding> {
  const clients = await OAuthClient.query(knex)
    .whereNull("revoked_at")
    .whereNotNull("options")
    .select("name", "options")
    .orderBy("name");
  const unbound = clients.filter(({ options }) => options.code_binding === "none");
  if (unbound.length === 0) return ok("applications", "all codes are bound by PKCE or a nonce");
  const names = unbound.map(({ name }) => name).join(", ");
  return warning("applications", `nothing protects a stolen code of: ${names}`, ADVICE);
}
