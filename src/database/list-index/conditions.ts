/** The rows to find. All conditions apply. */
export interface Conditions {
  /** Parts of the text, in the form of `searchPatterns`. */
  patterns: readonly string[];
  /** Attributes of which each row has all. */
  every: readonly string[];
  /** Attributes of which no row has any. */
  none: readonly string[];
  /** Milliseconds since the epoch, inclusive. */
  createdFrom?: number | undefined;
  /** Milliseconds since the epoch, exclusive. */
  createdBefore?: number | undefined;
}

/** The rows that match. */
export interface Matches {
  /** Including rows outside the index. */
  total: number;
  /** Rows in the index. */
  indexed: number;
  /** The slots of the rows in the index. */
  slots(): number[];
}
