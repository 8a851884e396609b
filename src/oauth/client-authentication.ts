import { timingSafeEqual } from "node:crypto";
import { admitClient } from "../domain/oauth/self-described/document-clients.js";
import { ProtocolError } from "../domain/oauth/protocol-error.js";
import { isFapi2 } from "../domain/oauth/clients/security-profile.js";
import type { Services } from "../domain/services.js";
import { andThen, type Awaitable } from "../lib/awaitable.js";
import { logClient } from "../lib/telemetry/current-trace.js";
import { sha256 } from "../lib/secrets.js";
import type { RegisteredClient } from "../models/oauth-client.js";
import { isAssertionOf, issuerOfAssertion, JWT_BEARER } from "./client-assertion.js";
import type { OAuthRequest } from "./oauth-request.js";
import type { Parameters } from "./parameters.js";
import { PATHS } from "./paths.js";

export const CLIENT_AUTHENTICATION_METHODS = [
  "client_secret_basic",
  "client_secret_post",
  "private_key_jwt",
  "none",
] as const;

/** The parameters with which a client authenticates. */
export const CLIENT_CREDENTIALS = ["client_secret", "client_assertion", "client_assertion_type"];

interface Credentials {
  id: string;
  secret: string | undefined;
}

const severalMethods = (): ProtocolError =>
  new ProtocolError("invalid_request", "Use only one method to authenticate the client.");
const rejected = (): ProtocolError => new ProtocolError("invalid_client", "Client authentication failed.");

/**
 * Authenticates the client (RFC 6749, section 2.3.1; RFC 7523, section 2.2). A confidential client must send its secret or an
 * assertion; a public client sends its id and neither.
 * @throws ProtocolError invalid_client, or invalid_request for two methods in one request
 */
export function authenticateClient(
  services: Services,
  incoming: Pick<OAuthRequest, "authorization" | "origin">,
  form: Parameters,
): Awaitable<RegisteredClient> {
  if (form.get("client_assertion_type") !== undefined || form.get("client_assertion") !== undefined)
    return authenticateByKey(services, incoming, form);
  const { authorization, origin } = incoming;
  const { id, secret } = credentialsOf(authorization, form);
  return andThen(admitClient(services, id, origin.ip), (client) => {
    if (client) logClient(client.id);
    if (!client || client.options.token_endpoint_auth_method === "private_key_jwt") throw rejected();
    const isRight =
      client.secret_hash === null
        ? secret === undefined
        : secret !== undefined && hashesMatch(secret, client.secret_hash);
    if (!isRight) throw rejected();
    return client;
  });
}

async function authenticateByKey(
  services: Services,
  { authorization, origin: { ip } }: Pick<OAuthRequest, "authorization" | "origin">,
  form: Parameters,
): Promise<RegisteredClient> {
  if (authorization !== undefined || form.get("client_secret") !== undefined) throw severalMethods();
  const assertion = form.get("client_assertion");
  if (form.get("client_assertion_type") !== JWT_BEARER || assertion === undefined) throw rejected();
  const id = issuerOfAssertion(assertion);
  if (id === undefined || (form.get("client_id") ?? id) !== id) throw rejected();
  const client = await admitClient(services, id, ip);
  if (client) logClient(client.id);
  if (client?.options.token_endpoint_auth_method !== "private_key_jwt") throw rejected();
  const { origin } = services.config.env.APP_URL;
  // the issuer is right, but many libraries name an endpoint (RFC 7523, section 3, and RFC 9126, section 2)
  const audiences = isFapi2(client) ? [origin] : [origin, origin + PATHS.token, origin + PATHS.pushedRequest];
  if (!(await isAssertionOf(services, client, assertion, audiences))) throw rejected();
  return client;
}

/** Both values are SHA-256 hashes and so of equal length. */
const hashesMatch = (secret: string, hash: Buffer): boolean => timingSafeEqual(sha256(secret), hash);

function credentialsOf(authorization: string | undefined, form: Parameters): Credentials {
  const [id, secret] = [form.get("client_id"), form.get("client_secret")];
  if (authorization === undefined) {
    if (id === undefined) throw rejected();
    return { id, secret };
  }
  const basic = basicCredentials(authorization);
  // "The client MUST NOT use more than one authentication method in each request."
  if (secret !== undefined || (id !== undefined && id !== basic.id)) throw severalMethods();
  return basic;
}

/** Id and secret are form-encoded before they are joined. An empty secret counts as none. */
function basicCredentials(authorization: string): Credentials {
  const encoded = authorization.length <= 4096 && /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  if (!encoded) throw rejected();
  const pair = Buffer.from(encoded, "base64").toString();
  const colon = pair.indexOf(":");
  if (colon < 0) throw rejected();
  return { id: decoded(pair.slice(0, colon)), secret: decoded(pair.slice(colon + 1)) || undefined };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw rejected();
  }
}
