import { showSearch, showSearchResults } from "./search.js";
import { get } from "../../server/table.js";

export const SEARCH_ROUTES = [
  get("search", ["auth", "throttle:search"], showSearch),
  get("search.results", ["auth", "throttle:search"], showSearchResults),
];
