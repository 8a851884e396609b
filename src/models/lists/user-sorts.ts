import { sortColumns, type SortColumn } from "./sort-order.js";

/** The sorts of the list, with a leading `-` for descending order. Ties are broken by id in the same direction. */
export const USER_SORTS = [
  "id",
  "first_name",
  "last_name",
  "full_name",
  "email",
  "status",
  "created_at",
  "updated_at",
] as const;
/** Those of the screen. */
export const USER_SCREEN_SORTS = [...USER_SORTS, "last_login_at"] as const;
const COMPOSED: Record<string, readonly string[]> = { full_name: ["first_name", "last_name"] };

/** The columns of a sort. */
export const orderOf = (sort: string): SortColumn[] => sortColumns(sort, COMPOSED);
