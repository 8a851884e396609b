import type { ClientType } from "../../models/oauth-client.js";

export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** The grants of this server (decisions of the service, "OAuth2 and tokens"): no implicit, no password grant. */
export const GRANT_TYPES = [
  "authorization_code",
  "refresh_token",
  "client_credentials",
  DEVICE_GRANT,
] as const;
export type GrantType = (typeof GRANT_TYPES)[number];

/** What a client of this type may be given: one that keeps no secret cannot speak for itself (RFC 6749, 4.4). */
export const grantTypesOf = (type: ClientType): readonly GrantType[] =>
  type === "confidential" ? GRANT_TYPES : GRANT_TYPES.filter((grant) => grant !== "client_credentials");
