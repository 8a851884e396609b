import { clientIdOf } from "../../../../domain/oauth/clients/client-ids.js";
import { DEVICE_GRANT } from "../../../../domain/oauth/grants/grant-types.js";
import type { OAuthClient } from "../../../../models/oauth-client.js";
import { PATHS } from "../../../../oauth/paths.js";
import type { MessageKey } from "../../../../texts/translate.js";
import { PRODUCT_NAME } from "../../../../config/product.js";

/** How one well-known application is connected. */
export interface ConnectionGuide {
  name: string;
  /** The redirect address to register for the client; null without one. */
  redirectUri: string | null;
  /** Where the settings belong: a file or a command line. */
  place: string;
  /** The settings to paste. `SECRET` stands for the client's secret, and example.com for the application's address. */
  settings: string;
  /** What else to know. */
  note?: MessageKey;
}

/**
 * How applications of the client's kind are connected, with its values filled in.
 * @param secret right after it was made; otherwise the guides have a placeholder
 */
export function connectionGuides(issuer: string, client: OAuthClient, secret?: string): ConnectionGuide[] {
  const { type, grant_types: grants } = client;
  const id = clientIdOf(client);
  const guides = [
    ...(grants.includes("authorization_code")
      ? type === "confidential"
        ? serverGuides(issuer, id)
        : [browserGuide(issuer, id)]
      : []),
    ...(grants.includes(DEVICE_GRANT) ? [deviceGuide(issuer, id)] : []),
    ...(grants.includes("client_credentials") ? [machineGuide(issuer, id)] : []),
  ];
  if (secret === undefined) return guides;
  return guides.map((guide) => ({ ...guide, settings: guide.settings.replaceAll(/\bSECRET\b/g, secret) }));
}

const browserGuide = (issuer: string, clientId: string): ConnectionGuide => ({
  name: "oidc-client-ts",
  redirectUri: "https://app.example.com/callback",
  place: "auth.ts",
  settings: `import { UserManager } from "oidc-client-ts";

export const users = new UserManager({
  authority: "${issuer}",
  client_id: "${clientId}",
  redirect_uri: "https://app.example.com/callback",
  scope: "openid profile email",
});`,
});

const deviceGuide = (issuer: string, clientId: string): ConnectionGuide => ({
  name: "curl (device)",
  redirectUri: null,
  place: "sh",
  settings: `curl ${issuer}${PATHS.deviceCode} \\
  --data client_id=${clientId}`,
});

const machineGuide = (issuer: string, clientId: string): ConnectionGuide => ({
  name: "curl",
  redirectUri: null,
  place: "sh",
  settings: `curl ${issuer}${PATHS.token} \\
  --user ${clientId}:SECRET \\
  --data grant_type=client_credentials`,
});

const serverGuides = (issuer: string, clientId: string): ConnectionGuide[] => [
  {
    name: "Grafana",
    redirectUri: "https://grafana.example.com/login/generic_oauth",
    place: "grafana.ini",
    settings: `[auth.generic_oauth]
enabled = true
name = ${PRODUCT_NAME}
client_id = ${clientId}
client_secret = SECRET
scopes = openid profile email
auth_url = ${issuer}/oauth/authorize
token_url = ${issuer}/oauth/token
api_url = ${issuer}/oauth/userinfo
use_pkce = true
use_refresh_token = true`,
  },
  {
    name: "oauth2-proxy",
    redirectUri: "https://app.example.com/oauth2/callback",
    place: "oauth2-proxy.cfg",
    settings: `provider = "oidc"
oidc_issuer_url = "${issuer}"
client_id = "${clientId}"
client_secret = "SECRET"
redirect_url = "https://app.example.com/oauth2/callback"
scope = "openid profile email"
code_challenge_method = "S256"
email_domains = ["*"]`,
    note: "clients.connect.note.verified",
  },
  {
    name: "Auth.js (NextAuth)",
    redirectUri: "https://app.example.com/api/auth/callback/authdock",
    place: "auth.ts",
    settings: `import NextAuth from "next-auth";

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: "authdock",
      name: "${PRODUCT_NAME}",
      type: "oidc",
      issuer: "${issuer}",
      clientId: "${clientId}",
      clientSecret: "SECRET",
    },
  ],
});`,
  },
  {
    name: "GitLab",
    redirectUri: "https://gitlab.example.com/users/auth/openid_connect/callback",
    place: "gitlab.rb",
    settings: `gitlab_rails["omniauth_providers"] = [{
  name: "openid_connect",
  label: "${PRODUCT_NAME}",
  args: {
    name: "openid_connect",
    scope: ["openid", "profile", "email"],
    response_type: "code",
    issuer: "${issuer}",
    discovery: true,
    client_auth_method: "basic",
    uid_field: "sub",
    pkce: true,
    client_options: {
      identifier: "${clientId}",
      secret: "SECRET",
      redirect_uri: "https://gitlab.example.com/users/auth/openid_connect/callback",
    },
  },
}]`,
  },
  {
    name: "Spring Boot",
    redirectUri: "https://app.example.com/login/oauth2/code/authdock",
    place: "application.yaml",
    settings: `spring:
  security:
    oauth2:
      client:
        registration:
          authdock:
            client-id: ${clientId}
            client-secret: SECRET
            scope: openid, profile, email
        provider:
          authdock:
            issuer-uri: ${issuer}`,
    note: "clients.connect.note.nonce",
  },
];
