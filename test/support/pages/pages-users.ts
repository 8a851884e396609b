import type { PageState } from "./pages.js";
import { IMPORT_PAGES } from "./pages-imports.js";
import { LIST_PAGES } from "./pages-users-list.js";

/** The user administration pages. */
export const USER_PAGES: readonly PageState[] = [...LIST_PAGES, ...IMPORT_PAGES];
