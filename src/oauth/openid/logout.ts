import { findNamedClient } from "../../domain/oauth/clients/client-ids.js";
import type { Services } from "../../domain/services.js";
import type { RegisteredClient } from "../../models/oauth-client.js";
import { readIdTokenHint, type IdTokenClaims } from "./id-token.js";
import { Parameters } from "../parameters.js";

export const LOGOUT_PARAMETERS = ["id_token_hint", "client_id", "post_logout_redirect_uri", "state"] as const;

/** A client's request to sign its user out (OpenID Connect RP-Initiated Logout 1.0, section 2). */
export interface LogoutRequest {
  /** Null for a request that names no client. */
  client: RegisteredClient | null;
  /** Whom the client wants to sign out; null without a hint. */
  hint: IdTokenClaims | null;
  /** The registered address at which the user returns, with `state`; null to stay here. */
  to: string | null;
}

/**
 * Reads a request to sign out.
 * @param query as the client sent it
 * @returns null when the hint, the client or the address can't be trusted, so that nobody is redirected
 */
export async function readLogoutRequest(services: Services, query: string): Promise<LogoutRequest | null> {
  const parameters = new Parameters(query);
  if (LOGOUT_PARAMETERS.some((name) => parameters.isRepeated(name))) return null;
  const [sentHint, clientId] = [parameters.get("id_token_hint"), parameters.get("client_id")];
  const hint = sentHint === undefined ? null : await readIdTokenHint(services, sentHint, clientId);
  if (sentHint !== undefined && hint === null) return null;
  const id = hint?.clientId ?? clientId;
  const client = id === undefined ? null : ((await findNamedClient(services.rows, id)) ?? null);
  if (id !== undefined && client === null) return null;
  const address = parameters.get("post_logout_redirect_uri");
  if (address === undefined) return { client, hint, to: null };
  if (!client?.post_logout_redirect_uris.includes(address)) return null;
  return { client, hint, to: withState(address, parameters.get("state")) };
}

function withState(address: string, state: string | undefined): string {
  if (state === undefined) return address;
  return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ state }).toString()}`;
}
