import type { Mutation } from "./mutation.js";

const SEARCH = ["test/api/users/search.test.ts"];
const LIST = ["test/api/users/list.test.ts"];
const CURSOR = ["test/api/users/cursor.test.ts"];

/** Search, filters, sorts and cursors. */
export const LISTS_MUTATIONS: readonly Mutation[] = [
  {
    name: "two characters are found in the middle of a field",
    file: "src/lib/text/search.ts",
    search: `[...word].length <= SHORT`,
    replace: `[...word].length < SHORT`,
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
    name: "the index of the lists finds rows as they were",
    file: "src/database/list-index/finder.ts",
    search: `for (const place of invalidIn.get(segment.id) ?? []) clearBit(matching, place);`,
    replace: ``,
    tests: ["test/database/list-index.test.ts"],
  },
];
