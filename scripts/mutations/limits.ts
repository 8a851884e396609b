import type { Mutation } from "./mutation.js";

const API = ["test/api/limits.test.ts"];
const FAILED_PASSWORDS = ["test/auth/failed-passwords.test.ts"];
const TWO_FACTOR = ["test/api/auth/two-factor-challenge.test.ts"];

/** Limits of requests, attempts, mails and sizes. */
export const LIMITS_MUTATIONS: readonly Mutation[] = [
  {
    name: "the limit of a network counts single addresses",
    file: "src/http/rate-limit.ts",
    search: `key: networkKey,`,
    replace: `key: ipKey,`,
    tests: API,
  },
  {
    name: "requests aren't limited while the counters fail",
    file: "src/http/limit-stores.ts",
    search: `throw new ServiceBusy(SECOND, { cause });`,
    replace: `return { totalHits: 1, resetTime: undefined };`,
    tests: API,
  },
  {
    name: "any client can name its address in a header",
    file: "src/lib/network/networks.ts",
    search: `ipAddressIn(proxyAddr(request, isTrusted)) ??`,
    replace: `ipAddressIn(request.headers["x-forwarded-for"]?.toString()) ??`,
    tests: API,
  },
  {
    name: "all networks count as those of the owner",
    file: "src/domain/passwords/password-attempts.ts",
    search: `account !== undefined && hasSignedInFrom(knex, account, ip);`,
    replace: `account !== undefined;`,
    tests: FAILED_PASSWORDS,
  },
  {
    name: "the second factor is paused after eleven wrong codes",
    file: "src/domain/two-factor/pause.ts",
    search: `if (failures < FREE_FAILURES) return 0;`,
    replace: `if (failures <= FREE_FAILURES) return 0;`,
    tests: TWO_FACTOR,
  },
  {
    name: "the sign-in page counts each notation of an email separately",
    file: "src/web/server/limits.ts",
    search: `typeof email === "string" ? normalizeEmail(email) : "";`,
    replace: `typeof email === "string" ? email : "";`,
    tests: ["test/web/server/limits.test.ts"],
  },
  {
    name: "the address of a public client isn't limited",
    file: "src/oauth/limits.ts",
    search: `client.secret_hash === null ? this.charge(incoming) : undefined;`,
    replace: `client.secret_hash !== null ? this.charge(incoming) : undefined;`,
    tests: ["test/oauth/limits.test.ts"],
  },
  {
    name: "the own password can be tried sixty times a minute",
    file: "src/http/shared-limits.ts",
    search: `"current-password": [6, MINUTE],`,
    replace: `"current-password": [60, MINUTE],`,
    tests: ["test/api/me/password.test.ts"],
  },
  {
    name: "mails are sent as often as they are requested",
    file: "src/domain/mail/mail-pacing.ts",
    search: `return hits === 1;`,
    replace: `return hits >= 1;`,
    tests: ["test/api/auth/account-recovery.test.ts"],
  },
  {
    name: "a JSON body can have 25 MB",
    file: "src/api/pipeline/body.ts",
    search: `const MAX_BODY_BYTES = 256 * 1024;`,
    replace: `const MAX_BODY_BYTES = 256 * 1024 * 100;`,
    tests: ["test/api/surface/bodies.test.ts"],
  },
  {
    name: "a page of a list can have any number of rows",
    file: "src/models/lists/list-page.ts",
    search: `const perPage = Math.min(request.perPage, MAX_PER_PAGE);`,
    replace: `const { perPage } = request;`,
    tests: ["test/api/users/list.test.ts"],
  },
];
