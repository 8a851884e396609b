import { timingSafeEqual } from "node:crypto";
import { findClient } from "../domain/oauth/client-locks.js";
import { ProtocolError } from "../domain/oauth/protocol-error.js";
import type { Services } from "../domain/services.js";
import { sha256 } from "../lib/secrets.js";
import type { RegisteredClient } from "../models/oauth-client.js";
import type { Parameters } from "./parameters.js";

export const CLIENT_AUTHENTICATION_METHODS = ["client_secret_basic", "client_secret_post", "none"] as const;

interface Credentials {
  id: string;
  secret: string | undefined;
}

const refused = (): ProtocolError => new ProtocolError("invalid_client", "Client authentication failed.");

/**
 * Authenticates the client (RFC 6749, section 2.3.1). A confidential client must send its secret; a public client
 * sends its id and no secret.
 * @throws ProtocolError invalid_client, or invalid_request for two methods in one request
 */
export async function authenticateClient(
  { rows }: Services,
  authorization: string | undefined,
  form: Parameters,
): Promise<RegisteredClient> {
  const { id, secret } = credentialsOf(authorization, form);
  const client = await findClient(rows, id);
  if (!client) throw refused();
  const isRight =
    client.secret_hash === null
      ? secret === undefined
      : secret !== undefined && hashesMatch(secret, client.secret_hash);
  if (!isRight) throw refused();
  return client;
}

/** Both values are SHA-256 hashes and so of equal length. */
const hashesMatch = (secret: string, hash: Buffer): boolean => timingSafeEqual(sha256(secret), hash);

function credentialsOf(authorization: string | undefined, form: Parameters): Credentials {
  const [id, secret] = [form.get("client_id"), form.get("client_secret")];
  if (authorization === undefined) {
    if (id === undefined) throw refused();
    return { id, secret };
  }
  const basic = basicCredentials(authorization);
  // "The client MUST NOT use more than one authentication method in each request."
  if (secret !== undefined || (id !== undefined && id !== basic.id))
    throw new ProtocolError("invalid_request", "Use only one method to authenticate the client.");
  return basic;
}

/** Id and secret are form-encoded before they are joined. An empty secret counts as none. */
function basicCredentials(authorization: string): Credentials {
  const encoded = authorization.length <= 4096 && /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  if (!encoded) throw refused();
  const [, id = "", secret = ""] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString()) ?? [];
  return { id: decoded(id), secret: decoded(secret) || undefined };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw refused();
  }
}
