import type { Mutation } from "./mutation.js";

const RIGHTS = ["test/api/users/rights.test.ts"];
const LAST_ADMINISTRATOR = ["test/api/users/last-administrator.test.ts"];
const BOUND_TOKENS = ["test/api/bound-tokens.test.ts"];
const ROLE_RIGHTS = ["test/api/roles/role-rights.test.ts"];
const SERVICE_ACCOUNTS = ["test/api/service-accounts.test.ts"];

/** Ranks, permissions, one's own account, the last administrator and tokens with limits. */
export const RIGHTS_MUTATIONS: readonly Mutation[] = [
  {
    name: "an administrator changes the role of their own account",
    file: "src/domain/access/user-rights.ts",
    search: `role: update ?? own("failure.own_account") ?? above,`,
    replace: `role: update ?? above,`,
    tests: RIGHTS,
  },
  {
    name: "an administrator sets the password of an account with more permissions",
    file: "src/domain/access/user-rights.ts",
    search: `password: update ?? own("failure.own_account") ?? above ?? limited,`,
    replace: `password: update ?? own("failure.own_account") ?? limited,`,
    tests: RIGHTS,
  },
  {
    name: "the last system administrator can lose the role",
    file: "src/domain/users/user-changes.ts",
    search: `return !keepsRole || (columns.status ?? user.status) !== ACTIVE;`,
    replace: `return keepsRole && (columns.status ?? user.status) !== ACTIVE;`,
    tests: RIGHTS,
  },
  {
    name: "an invited system administrator counts as another one",
    file: "src/domain/access/assignable-roles.ts",
    search: `.where((user) => user.whereNotNull("users.password").orWhere("users.passkey_count", ">", 0))`,
    replace: ``,
    tests: LAST_ADMINISTRATOR,
  },
  {
    name: "the last system administrator can delete their own account",
    file: "src/domain/users/user-administration.ts",
    search: `if (isSystemAdmin(target.roles)) await`,
    replace: `if (id !== actor.id && isSystemAdmin(target.roles)) await`,
    tests: LAST_ADMINISTRATOR,
  },
  {
    name: "the list shows accounts above the actor's rank when one role is hidden",
    file: "src/models/lists/kept-counts.ts",
    search: `if (roleIds.length === 0) return;`,
    replace: `if (roleIds.length <= 1) return;`,
    tests: ["test/api/users/rank.test.ts"],
  },
  {
    name: "the audit log shows what accounts above the actor's rank own",
    file: "src/models/hidden-activity.ts",
    search: `.whereRaw(...isNoneOf("activity_log.owner_id"))`,
    replace: ``,
    tests: ["test/api/activity-logs/activity-logs.test.ts"],
  },
  {
    name: "a limited token creates a token with scopes that it lacks",
    file: "src/domain/tokens/personal-tokens.ts",
    search: `const offered = offeredScopes(services, actor.bounds);`,
    replace: `const offered = offeredScopes(services, undefined);`,
    tests: BOUND_TOKENS,
  },
  {
    name: "a limited token creates a token that lasts longer",
    file: "src/domain/tokens/personal-tokens.ts",
    search: `Math.min(now() + days * DAY, actor.bounds?.expiresAt ?? Infinity)`,
    replace: `now() + days * DAY`,
    tests: BOUND_TOKENS,
  },
  {
    name: "a token outlives the revoked token that created it",
    file: "src/models/principals.ts",
    search: `parent === undefined || parent.revoked_at !== null || parent.expires_at <= now()`,
    replace: `parent === undefined || parent.expires_at <= now()`,
    tests: BOUND_TOKENS,
  },
  {
    name: "a personal token can do what only tokens from signing in can",
    file: "src/api/pipeline/token-requirements.ts",
    search: `if (!found || !FIRST_PARTY.includes(found.credential)) throw firstPartyOnly();`,
    replace: `if (!found) throw firstPartyOnly();`,
    tests: ["test/api/token-matrix.test.ts"],
  },
  {
    name: "a pairwise client learns the id of its user from the API",
    file: "src/auth/token-guard.ts",
    search: `isPairwise: !isClient && hasPairwiseClient(row),`,
    replace: `isPairwise: isClient && hasPairwiseClient(row),`,
    tests: ["test/oidc/pairwise.test.ts"],
  },
  {
    name: "a role can be given permissions that the actor lacks",
    file: "src/domain/roles/role-input.ts",
    search: `(actor.can(name) ? requested.includes(name) : before.has(name))`,
    replace: `requested.includes(name)`,
    tests: ROLE_RIGHTS,
  },
  {
    name: "the secret of a client with more permissions can be replaced",
    file: "src/domain/oauth/clients/client-role.ts",
    search: `return role === null || mayAssign(actor, role);`,
    replace: `return role === null || actor.outranksOrEquals([role]);`,
    tests: SERVICE_ACCOUNTS,
  },
  {
    name: "a banned account can create credentials until its session ends",
    file: "src/domain/access/locks.ts",
    search: `if (account?.status !== ACTIVE) throw`,
    replace: `if (!account) throw`,
    tests: ["test/web/registration/email-change.test.ts"],
  },
];
