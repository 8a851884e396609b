export interface SearchResult {
  label: string;
  /** More about the result; null if the label is enough. */
  detail: string | null;
  to: string;
  /** The fields of a form to send; null for a page to open. */
  fields: Record<string, string> | null;
}

export interface SearchGroup {
  label: string;
  results: SearchResult[];
}

/** A result that opens a page. */
export const opens = (label: string, detail: string | null, to: string): SearchResult => ({
  label,
  detail,
  to,
  fields: null,
});
