import type { Mutation } from "./mutation.js";

const LIST = ["test/api/users/list.test.ts"];
const UPDATE = ["test/api/users/update.test.ts"];
const IF_MATCH = ["test/api/users/if-match.test.ts"];
const IDEMPOTENCY = ["test/api/idempotency.test.ts"];

/** Requests and responses against the contract, versions and repeated requests. */
export const VALIDATION_MUTATIONS: readonly Mutation[] = [
  {
    name: "a request with an invalid body and valid parameters is accepted",
    file: "src/api/pipeline/checks.ts",
    search: `if (!isValid || !hasValidBody)`,
    replace: `if (!isValid && !hasValidBody)`,
    tests: UPDATE,
  },
  {
    name: "a response that breaks the contract is sent",
    file: "src/api/pipeline/operation.ts",
    search: `if (envelope === null || status >= 500) return;`,
    replace: `if (envelope === null || status >= 200) return;`,
    tests: ["test/api/contract/responses.test.ts"],
  },
  {
    name: "an unknown query parameter is ignored",
    file: "src/api/pipeline/call.ts",
    search: "if (!known.has(name)) throw violated(name, `Unknown query parameter '${name}'`);",
    replace: `if (!known.has(name)) delete query[name];`,
    tests: LIST,
  },
  {
    name: "a weak entity tag matches",
    file: "src/api/if-match.ts",
    search: 'tags.includes("*") || tags.includes(`"${version}"`);',
    replace: 'tags.includes("*") || tags.some((tag) => tag.endsWith(`"${version}"`));',
    tests: IF_MATCH,
  },
  {
    name: "a change of another version is overwritten",
    file: "src/domain/access/user-rights.ts",
    search: `  assertVersion(found, versionCheck);
`,
    replace: ``,
    tests: IF_MATCH,
  },
  {
    name: "two callers share their idempotency keys",
    file: "src/api/pipeline/idempotency.ts",
    search: `sha256(JSON.stringify([principalKey, operation.id, key]))`,
    replace: `sha256(JSON.stringify([operation.id, key]))`,
    tests: IDEMPOTENCY,
  },
  {
    name: "a server error is repeated for a day",
    file: "src/api/pipeline/idempotency.ts",
    search: `if (status < 500 && !NOT_KEPT.includes(status))`,
    replace: `if (!NOT_KEPT.includes(status))`,
    tests: IDEMPOTENCY,
  },
  {
    name: "an idempotency key keeps the secret of a new token",
    file: "src/api/pipeline/idempotency.ts",
    search: `await keep(isSecret ? { location: result.headers?.["Location"] ?? null } : { reply: result });`,
    replace: `await keep({ reply: result });`,
    tests: ["test/api/api-tokens.test.ts"],
  },
  {
    name: "a cursor works with other filters",
    file: "src/api/lists.ts",
    search: `return JSON.stringify([path, sort, filters]);`,
    replace: `return JSON.stringify([path, sort]);`,
    tests: ["test/api/users/cursor.test.ts"],
  },
  {
    name: "the size of a file isn't limited",
    file: "src/api/pipeline/uploads.ts",
    search: `if (file.size > maxBytes)`,
    replace: `if (file.size > 2 * maxBytes)`,
    tests: ["test/api/surface/rejections.test.ts"],
  },
];
