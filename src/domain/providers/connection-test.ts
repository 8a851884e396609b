import type { SignInProvider } from "../../models/sign-in-provider.js";
import type { Services } from "../services.js";
import { openConnection, ProviderUnavailable, type ProviderTrouble } from "./connection.js";

/**
 * Reads the metadata of an OpenID provider again. GitHub has none, so there is nothing to test without a sign-in.
 * @returns null when it can be used
 */
export async function testConnection(
  services: Services,
  provider: SignInProvider,
): Promise<ProviderTrouble | null> {
  try {
    await openConnection(services, provider);
    return null;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    services.log.info({ err: error, provider_id: provider.id }, "the connection to a provider failed");
    return error.trouble;
  }
}
