/** The search of the header, and choices that can be searched. */
export const search = {
  "combobox.found": "{count} found",
  "combobox.none": "Nothing found",
} as const;
