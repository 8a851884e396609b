/**
 * A difference between the stored and the entered value, after someone else changed it; for the partial
 * `forms/differences`.
 */
export interface Difference {
  /** The form field whose stored value differs. */
  field: string;
  /** Its name for users. */
  label: string;
  /** The stored value, for display. */
  now: string;
}
