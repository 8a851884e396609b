import type { PageState } from "./pages.js";
import { LIST_PAGES } from "./pages-users-list.js";

/** The administration of accounts. */
export const USER_PAGES: readonly PageState[] = [...LIST_PAGES];
