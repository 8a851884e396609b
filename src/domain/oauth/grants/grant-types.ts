import type { ClientType } from "../../../models/oauth-client.js";

export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** The supported grants (docs/requirements.md, "OAuth2"). The implicit and the password grant aren't supported. */
export const GRANT_TYPES = [
  "authorization_code",
  "refresh_token",
  "client_credentials",
  DEVICE_GRANT,
] as const;
export type GrantType = (typeof GRANT_TYPES)[number];

/**
 * The grants that a client of this type can have. A public client can't use client credentials (RFC 6749, section
 * 4.4).
 */
export const grantTypesOf = (type: ClientType): readonly GrantType[] =>
  type === "confidential" ? GRANT_TYPES : GRANT_TYPES.filter((grant) => grant !== "client_credentials");
