import { findNamedClient } from "../domain/oauth/clients/client-ids.js";
import { ProtocolError } from "../domain/oauth/protocol-error.js";
import {
  findPushedRequest,
  isPushedRequest,
  savePushedRequest,
} from "../domain/oauth/grants/pushed-requests.js";
import type { Services } from "../domain/services.js";
import type { RegisteredClient } from "../models/oauth-client.js";
import { assertNamesRedirect, readRequest, trustedRedirect } from "./authorization-request.js";
import { CLIENT_CREDENTIALS } from "./client-authentication.js";
import { Parameters } from "./parameters.js";

/**
 * Validates and keeps an authorization request that its client sends itself (RFC 9126, section 2.1).
 * @param keyThumbprint of the key that the request proves (RFC 9449, section 10.1)
 * @returns the `request_uri`. @throws ProtocolError
 */
export async function pushRequest(
  { knex, config }: Services,
  client: RegisteredClient,
  form: Parameters,
  keyThumbprint: Buffer | null,
): Promise<string> {
  if (form.get("request_uri") !== undefined)
    throw new ProtocolError("invalid_request", "request_uri can't be pushed.");
  assertNamesRedirect(client, form);
  if (trustedRedirect(client, form) === null)
    throw new ProtocolError("invalid_request", "redirect_uri isn't registered for the client.");
  const named = readRequest(client, form, config).keyThumbprint;
  if (keyThumbprint === null) return savePushedRequest(knex, client, form.without(CLIENT_CREDENTIALS));
  if (named !== null && !named.equals(keyThumbprint))
    throw new ProtocolError("invalid_dpop_proof", "dpop_jkt names another key than the proof.");
  const kept = `${form.without([...CLIENT_CREDENTIALS, "dpop_jkt"])}&dpop_jkt=${keyThumbprint.toString("base64url")}`;
  return savePushedRequest(knex, client, kept);
}

/** The reference to a pushed request; null for none, and for one of another kind, which is rejected later. */
export function requestUriOf(sent: Parameters): string | null {
  const uri = sent.isRepeated("request_uri") ? undefined : sent.get("request_uri");
  return uri !== undefined && isPushedRequest(uri) ? uri : null;
}

/**
 * What the client pushed (RFC 9126, section 4); all other parameters of the request are ignored. Null for a request that is
 * unknown, expired or used.
 */
export async function pushedParameters(
  { rows }: Services,
  client: RegisteredClient,
  uri: string,
): Promise<Parameters | null> {
  const parameters = await findPushedRequest(rows, client.id, uri);
  return parameters === null ? null : new Parameters(parameters);
}

/** The parameters of a request that isn't validated yet: what its client pushed, or else what was sent. */
export async function resolveParameters(services: Services, query: string): Promise<Parameters> {
  const sent = new Parameters(query);
  const uri = requestUriOf(sent);
  if (uri === null) return sent;
  const client = await findNamedClient(services.rows, sent.get("client_id") ?? "");
  return (client && (await pushedParameters(services, client, uri))) ?? sent;
}
