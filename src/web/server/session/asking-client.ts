import { findNamedClient } from "../../../domain/oauth/clients/client-ids.js";
import { Parameters } from "../../../oauth/parameters.js";
import { addressOf, nextFor } from "./continuing.js";
import type { WebCall } from "../call.js";
import { sealConsent } from "./consent.js";
import { path } from "../addresses.js";
import { withoutProof } from "./sign-in-proof.js";

/** The application that waits for the user, who must prove who they are first. */
interface AskingClient {
  name: string;
  /** The address of its request, for the user who signs in with another account. */
  here: string | undefined;
  /** The sealed consent, with which the user can cancel the request. */
  consent: string;
}

/** The application whose authorization request the user continues at; null for another page. */
export async function askingClient(call: WebCall): Promise<AskingClient | null> {
  const { services, next } = call;
  const address = next && (await addressOf(services, next));
  const start = `${path("oauth.authorize")}?`;
  if (call.oauth === null || !address?.startsWith(start)) return null;
  const query = withoutProof(address.slice(start.length)).toString();
  const client = await findNamedClient(services.rows, new Parameters(query).get("client_id") ?? "");
  if (!client) return null;
  // the consent is only for canceling: the scopes haven't been shown, so nothing can be allowed
  return {
    name: client.name,
    here: await nextFor(call, start + query),
    consent: sealConsent(call, "authorization", { query, shown: null }),
  };
}
