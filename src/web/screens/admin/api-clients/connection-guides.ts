import type { MessageKey } from "../../../../texts/translate.js";
import { PRODUCT_NAME } from "../../../../config/product.js";

/** How one well-known application is connected. */
export interface ConnectionGuide {
  name: string;
  /** The redirect address to register for the client. */
  redirectUri: string;
  /** Where the settings belong: a file or a command line. */
  place: string;
  /** The settings to paste. `SECRET` stands for the client's secret, and example.com for the application's address. */
  settings: string;
  /** What else to know. */
  note?: MessageKey;
}

/** The applications on the page “Connect an application”, with the values of the client filled in. */
export const connectionGuides = (issuer: string, clientId: string): ConnectionGuide[] => [
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
      clientSecret: process.env.AUTHDOCK_SECRET,
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
