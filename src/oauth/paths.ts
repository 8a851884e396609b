/** The addresses of the authorization server. */
export const PATHS = {
  authorize: "/oauth/authorize",
  pushedRequest: "/oauth/par",
  token: "/oauth/token",
  revoke: "/oauth/revoke",
  introspect: "/oauth/introspect",
  register: "/oauth/register",
  deviceCode: "/oauth/device/code",
  device: "/oauth/device",
  metadata: "/.well-known/oauth-authorization-server",
  resource: "/.well-known/oauth-protected-resource/api/v1",
  resourceOfOrigin: "/.well-known/oauth-protected-resource",
  configuration: "/.well-known/openid-configuration",
  keys: "/oauth/jwks",
  userinfo: "/oauth/userinfo",
  logout: "/oauth/logout",
} as const;
