import type { Mutation } from "./mutation.js";

const BAN = ["test/api/users/ban.test.ts"];
const UPDATE = ["test/api/users/update.test.ts"];
const OWN_PASSWORD = ["test/api/me/password.test.ts"];

/** What a ban, a new password, a deletion, a change of a role and a revocation end, and in which order. */
export const REVOCATION_MUTATIONS: readonly Mutation[] = [
  {
    name: "a ban leaves the sessions of the account",
    file: "src/domain/credentials/revoke-user-access.ts",
    search: `await endCredentials(trx, CREDENTIAL_TABLES, { user_id: userId });`,
    replace: `await endCredentials(trx, CREDENTIAL_TABLES.slice(0, -1), { user_id: userId });`,
    tests: ["test/domain/credentials/revoke-user-access.test.ts"],
  },
  {
    name: "a ban only changes the status",
    file: "src/domain/users/user-administration.ts",
    search: `if (changes.status === undefined) return ended;`,
    replace: `if (changes.status !== undefined) return ended;`,
    tests: BAN,
  },
  {
    name: "credentials work while their revocation is pending",
    file: "src/models/principals.ts",
    search: `"u.deleted_at is null and u.revocation_pending_at is null"`,
    replace: `"u.deleted_at is null"`,
    tests: [...BAN, "test/security/ban-orders.test.ts"],
  },
  {
    name: "a password that an administrator sets ends nothing",
    file: "src/domain/users/user-changes.ts",
    search: `if (password !== undefined) return "now";`,
    replace: ``,
    tests: UPDATE,
  },
  {
    name: "pending sign-ins stay after one's own new password",
    file: "src/domain/passwords/own-password.ts",
    search: `["password_resets", "two_factor_challenges"]`,
    replace: `["password_resets"]`,
    tests: OWN_PASSWORD,
  },
  {
    name: "a deleted account keeps its credentials",
    file: "src/domain/users/user-administration.ts",
    search: `const changes = { revoked: await revokeAccess(trx, id) };`,
    replace: `const changes = { revoked: {} };`,
    tests: ["test/api/users/destroy.test.ts"],
  },
  {
    name: "a password reset ends nothing",
    file: "src/domain/passwords/password-reset.ts",
    search: `const changes = { revoked: await revokeAccess(trx, userId) };`,
    replace: `const changes = { revoked: {} };`,
    tests: ["test/api/auth/account-recovery.test.ts"],
  },
  {
    name: "a changed role takes effect only after a restart",
    file: "src/domain/access/authority.ts",
    search: `return version === this.version ? this.roles : this.load();`,
    replace: `return this.roles.size > 0 ? this.roles : this.load();`,
    tests: ["test/domain/access/authority.test.ts"],
  },
  {
    name: "a deleted client keeps the tokens of other users",
    file: "src/domain/oauth/clients/clients.ts",
    search: `await endCredentials(trx, CLIENT_CREDENTIAL_TABLES, { client_id: id });`,
    replace: `await endCredentials(trx, CLIENT_CREDENTIAL_TABLES, { client_id: id, user_id: call.actor.id });`,
    tests: ["test/api/api-clients.test.ts"],
  },
  {
    name: "a revoked token leaves those that it created",
    file: "src/domain/tokens/personal-tokens.ts",
    search: `.where({ parent_token_id: id })`,
    replace: `.where({ parent_token_id: user_id })`,
    tests: ["test/api/bound-tokens.test.ts"],
  },
  {
    name: "a revoked refresh token leaves its grant",
    file: "src/domain/oauth/tokens/revocation.ts",
    search: `? await revokeFamily(trx, row.family_id)`,
    replace: `? await revokeOne(trx, row.id)`,
    tests: ["test/oauth/revoke.test.ts"],
  },
  {
    name: "the status is checked after the second factor",
    file: "src/auth/sign-in.ts",
    search: `[requireActiveStatus, requireVerifiedEmail, requireSecondFactor, grantAccess]`,
    replace: `[requireVerifiedEmail, requireSecondFactor, requireActiveStatus, grantAccess]`,
    tests: ["test/api/auth/login.test.ts"],
  },
  {
    name: "a sign-in with the former password succeeds while the password changes",
    file: "src/auth/password-step.ts",
    search: `if (!current || !isSamePassword(current, proof)) return null;`,
    replace: `if (!current) return null;`,
    tests: ["test/api/auth/imported-password.test.ts"],
  },
];
