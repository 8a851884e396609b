import type { Mutation } from "./mutation.js";

const PRUNE = ["test/domain/upkeep/prune.test.ts"];

/** What is deleted, and when. */
export const RETENTION_MUTATIONS: readonly Mutation[] = [
  {
    name: "rows are deleted as soon as they have expired",
    file: "src/domain/upkeep/prune.ts",
    search: `.where(column, "<", now() - keepMs);`,
    replace: `.where(column, "<", now());`,
    tests: PRUNE,
  },
  {
    name: "a client is deleted with rows that refer to it",
    file: "src/domain/upkeep/prune.ts",
    search:
      "for (const other of namedBy) query.whereNotExists(database(other).whereRaw(`client_id = ${table}.id`));",
    replace: ``,
    tests: PRUNE,
  },
  {
    name: "the reuse of a refresh token isn't detected after it was deleted",
    file: "src/models/credential-kinds.ts",
    search: `oauth_refresh_tokens: { ...OF_CLIENT, expiry: "family_expires_at" },`,
    replace: `oauth_refresh_tokens: OF_CLIENT,`,
    tests: PRUNE,
  },
];
