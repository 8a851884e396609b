import type { HasPermission, ScopeAccess, ScopeMeanings } from "../domain/oauth/tokens/scope-access.js";
import { needsOrganisation } from "../domain/oauth/tokens/scopes.js";
import type { OpenApiDocument } from "./document.js";
import type { Operation } from "./operations.js";
import { declaredScopes, tokenRequirements, type TokenRequirements } from "./token-requirements.js";

interface Entry extends TokenRequirements {
  permission: string | null;
  summary: string;
}

/** Reads from the contract which operations each scope gives access to. */
export class ContractScopes implements ScopeMeanings {
  private readonly entries: Entry[];
  private readonly known: ReadonlySet<string>;
  private readonly used: ReadonlySet<string>;

  constructor(operations: readonly Operation[], document: OpenApiDocument) {
    const entries = operations.map(({ permission, document: object }) => ({
      ...tokenRequirements(object),
      permission,
      summary: object.summary ?? "",
    }));
    this.used = new Set(entries.flatMap(scopesOf));
    this.entries = entries.filter(({ ofClients }) => ofClients !== null);
    this.known = new Set([...declaredScopes(document), ...this.entries.flatMap(scopesOf)]);
  }

  grantable(scopes: readonly string[], holds: HasPermission): string[] {
    const reachable = this.entries.filter((entry) => isOpen(entry, scopes, holds)).flatMap(scopesOf);
    return scopes.filter((scope) => !this.known.has(scope) || reachable.includes(scope));
  }

  isUsed(scope: string): boolean {
    return this.used.has(scope);
  }

  accessOf(scopes: readonly string[], holds: HasPermission): ScopeAccess {
    const open = this.entries.filter((entry) => scopesOf(entry).length > 0 && isOpen(entry, scopes, holds));
    return {
      permissions: [...new Set(open.flatMap(({ permission }) => permission ?? []))],
      summaries: open
        .filter((entry) => entry.permission === null && !needsOrganisation(scopesOf(entry)))
        .map(({ summary }) => summary),
      ofOrganisations: scopes.filter((scope) => this.known.has(scope) && needsOrganisation([scope])),
      foreign: scopes.filter((scope) => !this.known.has(scope)),
    };
  }
}

const scopesOf = ({ all, any, ofClients }: TokenRequirements): string[] => [
  ...all,
  ...any,
  ...(ofClients ?? []),
];

function isOpen(
  { all, any, ofClients, permission }: Entry,
  held: readonly string[],
  holds: HasPermission,
): boolean {
  const isHeld = (scope: string): boolean => held.includes(scope);
  return (
    (permission === null || holds(permission)) &&
    all.every(isHeld) &&
    ofClients!.every(isHeld) &&
    (any.length === 0 || any.some(isHeld))
  );
}
