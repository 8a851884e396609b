import type { PageState } from "./pages.js";
import { LIST_PAGES } from "./pages-users-list.js";

/** The user administration pages. */
export const USER_PAGES: readonly PageState[] = [...LIST_PAGES];
