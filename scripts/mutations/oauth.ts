import type { Mutation } from "./mutation.js";

const AUTHORIZE = ["test/web/oauth/authorize.test.ts"];
const TOKEN = ["test/oauth/token.test.ts"];
const SIGN_IN = ["test/oidc/sign-in.test.ts"];
const PAIRWISE = ["test/oidc/pairwise.test.ts"];
const DPOP = ["test/oidc/dpop.test.ts"];
const PRIVATE_KEY = ["test/oidc/private-key-jwt.test.ts"];
const INTROSPECT = ["test/oauth/introspect.test.ts"];

/** PKCE, nonce, state, redirect addresses, claims of ID tokens, and the authentication of clients. */
export const OAUTH_MUTATIONS: readonly Mutation[] = [
  {
    name: "a code challenge without a method is accepted",
    file: "src/oauth/authorization-request.ts",
    search: `if (parameters.get("code_challenge_method") !== "S256")`,
    replace: `if (parameters.get("code_challenge_method") === "plain")`,
    tests: AUTHORIZE,
  },
  {
    name: "a public client needs no code challenge",
    file: "src/oauth/authorization-request.ts",
    search: `const binding = secret === null ? "pkce" : options.code_binding;`,
    replace: `const binding = secret === null ? "none" : options.code_binding;`,
    tests: ["test/oidc/client-options.test.ts"],
  },
  {
    name: "a redirect address that begins like a registered one is accepted",
    file: "src/domain/oauth/clients/redirect-uris.ts",
    search: `  registered.includes(asked) ||`,
    replace: `  registered.some((uri) => asked.startsWith(uri)) ||`,
    tests: AUTHORIZE,
  },
  {
    name: "a repeated state is returned",
    file: "src/oauth/authorization.ts",
    search: `const state = parameters.isRepeated("state") ? undefined : parameters.get("state");`,
    replace: `const state = parameters.get("state");`,
    tests: AUTHORIZE,
  },
  {
    name: "a program that pretends to be a public client gets a code without asking",
    file: "src/domain/oauth/grants/remembered-consent.ts",
    search: `  if (canBeImpersonated(client, redirectUri)) return false;
`,
    replace: ``,
    tests: AUTHORIZE,
  },
  {
    name: "a public client gets a token for itself",
    file: "src/oauth/grant-checks.ts",
    search: `if (speaksForItself || !client.grant_types.includes(grant))`,
    replace: `if (!client.grant_types.includes(grant))`,
    tests: TOKEN,
  },
  {
    name: "an ID token lacks the nonce",
    file: "src/oauth/openid/id-token.ts",
    search: `...(login.nonce !== null && !isRefreshed && { nonce: login.nonce }),`,
    replace: `...(login.nonce !== null && isRefreshed && { nonce: login.nonce }),`,
    tests: SIGN_IN,
  },
  {
    name: "an ID token is for the service instead of the client",
    file: "src/oauth/openid/id-token.ts",
    search: `.setAudience(login.clientId)`,
    replace: `.setAudience(config.env.APP_URL.origin)`,
    tests: SIGN_IN,
  },
  {
    name: "a longest time since the sign-in is ignored, unless it is 0",
    file: "src/web/screens/oauth/openid.ts",
    search: `maxAgeMs !== null && now() - authenticatedAt(call) > maxAgeMs;`,
    replace: `maxAgeMs === 0;`,
    tests: ["test/oidc/prompts.test.ts"],
  },
  {
    name: "an ID token tells a pairwise client the id of the account",
    file: "src/oauth/openid/id-token.ts",
    search: `sub: subjectOf(client, user.id),`,
    replace: `sub: user.id,`,
    tests: PAIRWISE,
  },
  {
    name: "signing out leads to an address that begins like a registered one",
    file: "src/oauth/openid/logout.ts",
    search: `if (!client?.post_logout_redirect_uris.includes(address)) return null;`,
    replace: `if (!client?.post_logout_redirect_uris.some((uri) => address.startsWith(uri))) return null;`,
    tests: ["test/oidc/logout.test.ts"],
  },
  {
    name: "a client with a key can authenticate with its secret",
    file: "src/oauth/client-authentication.ts",
    search: `if (!client || client.options.token_endpoint_auth_method === "private_key_jwt") throw rejected();`,
    replace: `if (!client) throw rejected();`,
    tests: PRIVATE_KEY,
  },
  {
    name: "a confidential client needs no secret",
    file: "src/oauth/client-authentication.ts",
    search: `: secret !== undefined && hashesMatch(secret, client.secret_hash);`,
    replace: `: secret === undefined || hashesMatch(secret, client.secret_hash);`,
    tests: ["test/oauth/client-authentication.test.ts"],
  },
  {
    name: "introspection reports tokens of banned accounts as active",
    file: "src/domain/oauth/tokens/inspection.ts",
    search: `  if (statusPolicy.enforced && statusPolicy.isDenied(row.status)) return null;
`,
    replace: ``,
    tests: INTROSPECT,
  },
  {
    name: "a proof of possession for another access token is accepted",
    file: "src/domain/oauth/tokens/dpop-proofs.ts",
    search: `return typeof ath === "string" && equalsInConstantTime(`,
    replace: `return typeof ath === "string" || equalsInConstantTime(`,
    tests: DPOP,
  },
];
