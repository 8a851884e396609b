import type { Mutation } from "./mutation.js";

const REFRESH = ["test/oauth/refresh.test.ts"];

/** The rotation of refresh tokens, its grace period and the lifetime of grants. */
export const REFRESH_MUTATIONS: readonly Mutation[] = [
  {
    name: "a refresh token that is sent twice revokes its grant, and a stolen one doesn't",
    file: "src/domain/oauth/grants/refresh-tokens.ts",
    search: `if (now() - row.rotated_at > services.config.tokens.refreshReuseGraceMs)`,
    replace: `if (now() - row.rotated_at < services.config.tokens.refreshReuseGraceMs)`,
    tests: REFRESH,
  },
  {
    name: "the revocation after the reuse of a refresh token is rolled back",
    file: "src/domain/oauth/grants/refresh-tokens.ts",
    search: `throw new ErrorThatCommits(
    "invalid_grant",
    "The refresh token was already used`,
    replace: `throw new ProtocolError(
    "invalid_grant",
    "The refresh token was already used`,
    tests: REFRESH,
  },
  {
    name: "a refresh token lasts as long as its grant",
    file: "src/domain/oauth/grants/refresh-tokens.ts",
    search: `if (row.expires_at <= now() || row.family_expires_at <= now()) throw unusable();`,
    replace: `if (row.family_expires_at <= now()) throw unusable();`,
    tests: REFRESH,
  },
  {
    name: "a grant can be renewed for ever",
    file: "src/domain/oauth/grants/refresh-tokens.ts",
    search: `endsAt: row.family_expires_at,`,
    replace: `endsAt: row.family_expires_at + services.config.tokens.refreshTokenMs,`,
    tests: REFRESH,
  },
  {
    name: "a spent refresh token only expires, so that its reuse isn't noticed",
    file: "src/domain/oauth/grants/refresh-tokens.ts",
    search: `.update({ rotated_at: now() });`,
    replace: `.update({ expires_at: now() });`,
    tests: REFRESH,
  },
  {
    name: "the refresh token of a public client works with another key",
    file: "src/oauth/grant-model.ts",
    search: `if (key !== null && !this.request.keyThumbprint?.equals(key))`,
    replace: `if (key !== null && this.request.keyThumbprint === null)`,
    tests: ["test/oidc/dpop.test.ts"],
  },
];
