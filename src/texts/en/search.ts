/** The search of the header, and choices that can be searched. */
export const search = {
  "combobox.found": "{count} found",
  "combobox.none": "Nothing found",
  "search.title": "Search",
  "search.label": "Search pages, settings and users",
  "search.results": "Results",
  "search.close": "Close",
  "search.failed": "The search failed. Try again in a moment.",
  "search.pages": "Pages",
  "search.settings": "Settings",
  "search.users": "Users",
  "search.users.all": "Show all {count} users",
} as const;
