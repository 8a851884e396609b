import type { Mutation } from "./mutation.js";

const SEARCH = ["test/api/users/search.test.ts"];
const LIST = ["test/api/users/list.test.ts"];
const CURSOR = ["test/api/users/cursor.test.ts"];

/** Search, filters, sorts and cursors. */
export const LISTS_MUTATIONS: readonly Mutation[] = [
  {
    name: "a word of a name is found only by its first part",
    file: "src/models/lists/search-words.ts",
    search: `...[...text.matchAll(BEGINNING)].map(({ index }) => text.slice(index)),`,
    replace: ``,
    tests: SEARCH,
  },
  {
    name: "rows with equal values have no order",
    file: "src/models/lists/sort-order.ts",
    search: `...(field === "id" ? [] : ["id"])`,
    replace: ``,
    tests: LIST,
  },
  {
    name: "the last day of a range is left out",
    file: "src/models/lists/user-filters.ts",
    search: `query.where("users.created_at", "<", createdTo + DAY);`,
    replace: `query.where("users.created_at", "<", createdTo);`,
    tests: LIST,
  },
  {
    name: "the row of a cursor is repeated",
    file: "src/models/lists/sort-order.ts",
    search: `const sign = direction === "asc" ? ">" : "<";`,
    replace: `const sign = direction === "asc" ? ">=" : "<=";`,
    tests: CURSOR,
  },
  {
    name: "the audit log skips events of the same millisecond",
    file: "src/models/activity-list.ts",
    search: `either.where("created_at", sign, created_at).orWhere("id", sign, id)`,
    replace: `either.where("created_at", sign, created_at)`,
    tests: ["test/api/activity-logs/activity-logs.test.ts"],
  },
  {
    name: "an account is still found by its former name",
    file: "src/models/lists/user-words.ts",
    search: `await removeWords(trx, USER_LISTS, [after.id]);`,
    replace: ``,
    tests: ["test/database/lists.test.ts"],
  },
];
