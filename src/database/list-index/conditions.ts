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
  /** Matching rows in the index. */
  indexed: number;
  /** All rows in the index, and slots that no row has any more. */
  size: number;
  /** The slots of the rows in the index. */
  slots(): number[];
  /**
   * The first matches of each segment in the order of the columns. Null when the index doesn't have this order.
   * @param most of each segment
   */
  sorted(columns: readonly string[], isDescending: boolean, most: number): Promise<SortedMatches[] | null>;
}

/** The matches of a segment as places, which are slots without that of its first document. */
export interface SortedMatches {
  first: number;
  places: Uint16Array;
}
