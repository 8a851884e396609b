/** A mistake that a programmer could make, and the tests that find it. */
export interface Mutation {
  /** What the product does wrong. */
  name: string;
  /** The file with the mistake. */
  file: string;
  /** The text that is replaced. It occurs once in the file. */
  search: string;
  replace: string;
  /** The files with tests that find it. */
  tests: readonly string[];
  /** Where the tests run; SQLite when absent. */
  database?: "mariadb";
}
