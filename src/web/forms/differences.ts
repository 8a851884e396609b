/** Where what is stored now is not what was entered, after somebody else was faster: for the partial `forms/differences`. */
export interface Difference {
  /** Of the form; what is stored is compared with what it brought. */
  field: string;
  /** What people call it. */
  label: string;
  /** What is stored, in words. */
  now: string;
}
