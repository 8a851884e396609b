/** Search, filters and pages of every list. */
export const lists = {
  "list.search": "Search",
  "list.any": "Any",
  "list.more_filters": "More filters",
  "list.all": "Clear filters",
  "list.nothing": "Nothing matches these filters.",
  "list.nothing_found": "Nothing matches “{search}”.",
  "list.rows": "{from} to {to} of {total}",
  "list.pages": "Pages",
  "list.page": "Page {page} of {last}",
  "list.per_page": "Rows per page",
  "list.previous": "Previous",
  "list.next": "Next",
  "list.export": "Export as CSV",
  "list.actions": "Actions",
} as const;
