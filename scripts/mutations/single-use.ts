import type { Mutation } from "./mutation.js";

const TWO_FACTOR = ["test/api/auth/two-factor-challenge.test.ts"];

/** Codes, challenges, links, proofs and answers that work once, and only for a time. */
export const SINGLE_USE_MUTATIONS: readonly Mutation[] = [
  {
    name: "a replayed authorization code revokes nothing",
    file: "src/domain/oauth/grants/authorization-codes.ts",
    search: `if (row.redeemed_at !== null) await endReplayed(trx, row, origin);`,
    replace: `if (row.redeemed_at !== null) throw unusable();`,
    tests: ["test/oauth/token.test.ts"],
  },
  {
    name: "a two-factor challenge can be answered again",
    file: "src/domain/two-factor/challenges.ts",
    search: `    .where(key)
    .whereNull("consumed_at")`,
    replace: `    .where(key)`,
    tests: TWO_FACTOR,
  },
  {
    name: "a recovery code works again",
    file: "src/domain/two-factor/two-factor.ts",
    search: `sealRecoveryCodes(encryption, user, rest)`,
    replace: `sealRecoveryCodes(encryption, user, codes)`,
    tests: TWO_FACTOR,
  },
  {
    name: "a code of the authenticator app works twice",
    file: "src/domain/two-factor/two-factor.ts",
    search: `.orWhere("two_factor_last_step", "<", result.timeStep)`,
    replace: `.orWhere("two_factor_last_step", "<=", result.timeStep)`,
    tests: TWO_FACTOR,
  },
  {
    name: "a reset link works for a banned account",
    file: "src/domain/passwords/password-reset.ts",
    search: `if (won !== 1 || account?.status !== ACTIVE) throw`,
    replace: `if (won !== 1 || !account) throw`,
    tests: ["test/web/passwords/password-reset.test.ts"],
  },
  {
    name: "a link that resets a password adds a passkey",
    file: "src/domain/passwords/invited-passkey.ts",
    search: `link.isInvitation ? await User.query(knex).findById(link.userId) : undefined`,
    replace: `await User.query(knex).findById(link.userId)`,
    tests: ["test/api/passkeys/invitation.test.ts"],
  },
  {
    name: "the answer to a consent is accepted again",
    file: "src/web/server/session/consent.ts",
    search: `.hits === 1;`,
    replace: `.hits >= 1;`,
    tests: ["test/web/oauth/authorize.test.ts"],
  },
  {
    name: "a proof of possession is accepted twice",
    file: "src/domain/oauth/tokens/dpop-proofs.ts",
    search: `id !== null && (await isFirstUse(services, id, iat * SECOND + LIFETIME + CLOCK_TOLERANCE));`,
    replace: `id !== null;`,
    tests: ["test/oidc/dpop.test.ts"],
  },
  {
    name: "a client's assertion is accepted twice",
    file: "src/oauth/client-assertion.ts",
    search: `return isUnused(services, client.id, payload);`,
    replace: `return true;`,
    tests: ["test/oidc/private-key-jwt.test.ts"],
  },
  {
    name: "a challenge of a passkey can be answered again",
    file: "src/domain/passkeys/challenges.ts",
    search: `    .whereNull("consumed_at")
`,
    replace: ``,
    tests: ["test/api/passkeys/sign-in.test.ts"],
  },
  {
    name: "the state of a sign-in provider can be used again",
    file: "src/domain/providers/states.ts",
    search: `    .whereNull("consumed_at")
`,
    replace: ``,
    tests: ["test/web/providers/attacks.test.ts"],
  },
  {
    name: "a pushed request can be granted twice",
    file: "src/domain/oauth/grants/pushed-requests.ts",
    search: `return (await trx("oauth_pushed_requests").where({ uri_hash }).del()) === 1;`,
    replace: `return (await trx("oauth_pushed_requests").where({ uri_hash })).length === 1;`,
    tests: ["test/oidc/pushed-requests.test.ts"],
  },
];
