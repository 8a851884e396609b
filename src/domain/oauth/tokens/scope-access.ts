/** Whether the user holds a permission. */
export type HasPermission = (permission: string) => boolean;

/** What a client's token can do for a user, besides operations that need no scope. */
export interface ScopeAccess {
  /** Required permissions, in the order of the contract. */
  permissions: string[];
  /** Summaries of operations that need a scope but no permission. */
  summaries: string[];
  /** Scopes of organisations, whose meaning depends on the role in one. */
  ofOrganisations: string[];
  /** Scopes that this contract doesn't use; other services define their meaning. */
  foreign: string[];
}

/** The meaning of scopes, implemented by the contract. */
export interface ScopeMeanings {
  /** The scopes that are useful to the user, and those of other services, in their original order. */
  grantable(scopes: readonly string[], holds: HasPermission): string[];
  /** Whether an operation asks for the scope. */
  isUsed(scope: string): boolean;
  accessOf(scopes: readonly string[], holds: HasPermission): ScopeAccess;
}
