/** Where what is stored now is not what was entered, after somebody else was faster: for the partial `forms/differences`. */
export interface Difference {
  /** The form field whose stored value differs. */
  field: string;
  /** Its name for users. */
  label: string;
  /** The stored value, for display. */
  now: string;
}
