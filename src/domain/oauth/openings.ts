/** Whether somebody holds a permission. */
export type Holds = (permission: string) => boolean;

/** What a token of a client opens to somebody, beside what no scope is asked for. */
export interface Openings {
  /** The permissions that it uses, in the order of the contract. */
  permissions: string[];
  /** Summaries of operations that need a scope and no permission. */
  summaries: string[];
  /** Scopes of which this contract knows nothing: what they open is another service's to say. */
  foreign: string[];
}

/** What scopes open; the contract knows. */
export interface ScopeMeanings {
  /** Of these scopes those that open something to somebody, and those that are another service's. In their order. */
  grantable(scopes: readonly string[], holds: Holds): string[];
  opened(scopes: readonly string[], holds: Holds): Openings;
}
