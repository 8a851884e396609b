import { GRANT_TYPES, type GrantType } from "../domain/oauth/grants/grant-types.js";
import { ProtocolError } from "../domain/oauth/protocol-error.js";
import type { RegisteredClient } from "../models/oauth-client.js";
import type { Parameters } from "./parameters.js";

/** RFC 6749, section 5.2. @throws ProtocolError */
export function assertGrantType(form: Parameters, client: RegisteredClient): GrantType {
  const asked = form.require("grant_type");
  if (!(GRANT_TYPES as readonly string[]).includes(asked))
    throw new ProtocolError("unsupported_grant_type", "This grant type isn't supported.");
  assertMayUse(client, asked as GrantType);
  return asked as GrantType;
}

export function assertMayUse(client: RegisteredClient, grant: GrantType): void {
  // a public client can't use client credentials, whatever it was registered for (RFC 6749, section 4.4)
  const speaksForItself = grant === "client_credentials" && client.secret_hash === null;
  if (speaksForItself || !client.grant_types.includes(grant))
    throw new ProtocolError("unauthorized_client", "The client isn't allowed to use this grant type.");
}

export function assertConfidential(client: RegisteredClient): void {
  if (client.secret_hash === null)
    throw new ProtocolError("invalid_client", "Only a client with a secret can use this endpoint.");
}
